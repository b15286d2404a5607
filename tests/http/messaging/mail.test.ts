import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import type { UploadReply } from '#contract/transfers/files.ts'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { goodPassword, signIn, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { arrived, expectTaken, sendLink, tried, waiting } from '#tests/support/mail/link-mails.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { eventsHandled } from '#tests/support/server/events-handled.ts'
import { startServer } from '#tests/support/server/server.ts'
import { freePort } from '#tests/support/server/server-process.ts'
import { codeOf, until, upload } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

forEachDatabase('mail', ({ place }) => {
  test('brings the link of a file to someone, a moment after it was asked for', async () => {
    await using mailServer = await startMailServer()
    const environment = {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Files of Example <files@example.eu>',
      PUBLIC_URL: 'https://files.example.eu',
    }
    await using server = await startServer({ ...(await place()), environment })
    const file = await upload(server.baseUrl, randomBytes(2048), { password: 'a secret' }, 'Übergabe & 1.zip')
    await expectTaken(server, file, {
      customMessage: 'Hallo Jonas,\nschöne Grüße & bis bald!',
      senderName: 'Ines Moreau',
      fileInfo: 'another-name.zip (9 GB)',
    })
    const [received] = await arrived(mailServer)
    assert.ok(received)
    assert.equal(received.from, 'files@example.eu')
    assert.deepEqual(received.to, ['jonas@example.org'])
    const { mail } = received
    assert.equal(mail.subject, '“Ines Moreau” sent you a file: Übergabe & 1.zip')
    assert.deepEqual(mail.from, { name: 'Files of Example', address: 'files@example.eu' })
    assert.deepEqual(mail.to, [{ name: '', address: 'jonas@example.org' }])
    assert.equal(mail.replyTo, undefined)
    assert.ok(mail.headers.some(({ key, value }) => key === 'auto-submitted' && value === 'auto-generated'))
    const link = `https://files.example.eu/download/${file.id}`
    const { text = '', html = '' } = mail
    for (const part of [
      link,
      'Übergabe & 1.zip',
      '2 KB',
      'Hallo Jonas,',
      'password',
      ' UTC',
      'You’re receiving this email because',
    ])
      assert.ok(text.includes(part), `${part} in ${text}`)
    for (const part of [
      `href="${link}"`,
      'Übergabe &amp; 1.zip',
      'Hallo Jonas,<br />schöne Grüße &amp; bis bald!',
    ])
      assert.ok(html.includes(part), `${part} in ${html}`)
    assert.doesNotMatch(text + html, /another-name|9 GB/)
    await until(async () => (await waiting(server)).length === 0)
    await server.deliverMail()
    assert.equal(mailServer.mails.length, 1)
  })

  test('answers go to the sender where that is wanted and its address was confirmed, and to no guest', async () => {
    await using mailServer = await startMailServer()
    const environment = { SMTP_URL: mailServer.url, REPLY_TO: 'sender', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    const answersOf = async (name: string, token?: string) => {
      const form = new FormData()
      form.append('file', new Blob(['of a sender']), `${name}.txt`)
      const sent = await fetch(`${server.baseUrl}/api/files/upload`, {
        method: 'POST',
        body: form,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
      assert.equal(sent.status, 201)
      const { file }: UploadReply = JSON.parse(await sent.text())
      await expectTaken(server, file, { senderName: 'ada@example.org' })
      await until(async () => mailServer.mails.some(({ mail }) => mail.subject?.includes(`${name}.txt`)))
      return mailServer.mails.find(({ mail }) => mail.subject?.includes(`${name}.txt`))?.mail.replyTo
    }
    for (const username of ['ada', 'bob'])
      await createUser(server.services, {
        username,
        email: `${username}@example.org`,
        password: goodPassword,
        emailVerified: username === 'ada',
      })
    const [ada, bob] = [await signIn(server, 'ada'), await signIn(server, 'bob')]
    assert.deepEqual(await answersOf('confirmed', ada.token), [{ name: '', address: 'ada@example.org' }])
    assert.equal(await answersOf('unconfirmed', bob.token), undefined)
    assert.equal(await answersOf('guest'), undefined)
  })

  test('about a file that has ended meanwhile never leaves', async () => {
    const port = await freePort()
    const environment = { SMTP_URL: `smtp://127.0.0.1:${port}` }
    await using server = await startServer({ ...(await place()), environment })
    const deleted = await upload(server.baseUrl, randomBytes(10), { expiresIn: '12h' })
    const expired = await upload(server.baseUrl, randomBytes(10), { expiresIn: '30m' })
    const alive = await upload(server.baseUrl, randomBytes(10), { expiresIn: '12h' }, 'alive.txt')
    for (const file of [deleted, expired, alive]) await expectTaken(server, file)
    await tried(server, 1)
    const token = new URL(deleted.deletionUrl).hash.slice(1)
    await fetch(`${server.baseUrl}/api/files/${deleted.id}`, {
      method: 'DELETE',
      headers: { 'x-deletion-token': token },
    })
    await using mailServer = await startMailServer({ port })
    server.clock.advance(HOUR)
    // The try that failed may still hold the outbox for a moment.
    await until(async () => {
      await server.deliverMail()
      return (await waiting(server)).length === 0
    })
    assert.deepEqual(
      mailServer.mails.map(({ mail }) => mail.subject),
      ['A file for you: alive.txt'],
    )
  })

  test('carries no link but those of this service, to no list, and about no file that is gone', async () => {
    await using mailServer = await startMailServer()
    await using server = await startServer({ ...(await place()), environment: { SMTP_URL: mailServer.url } })
    const file = await upload(server.baseUrl, randomBytes(10), { expiresIn: '30m' })
    const { origin } = new URL(file.downloadUrl)
    const foreign = [
      `https://elsewhere.example/download/${file.id}`,
      `${origin}.elsewhere.example/download/${file.id}`,
      `${origin}@elsewhere.example/download/${file.id}`,
      `${origin}/delete/${file.id}`,
      `${origin}/download/${file.id}/more`,
      `${origin}/download/..`,
      `${origin}/download/`,
      `blob:${file.downloadUrl}`,
      `/download/${file.id}`,
      'javascript:alert(1)',
      file.id,
      '',
    ]
    const to = { recipientEmail: 'jonas@example.org' }
    for (const downloadLink of foreign) {
      assert.equal(
        await codeOf(await sendLink(server, { ...to, downloadLink }), 400),
        'VALIDATION_ERROR',
        downloadLink,
      )
    }
    const link = { downloadLink: file.downloadUrl }
    for (const recipientEmail of [
      '',
      'nobody',
      'a@example.org, b@example.org',
      'A <a@example.org>',
      'a@b.c\r\nBcc: x@y.zz',
    ]) {
      assert.equal((await sendLink(server, { ...link, recipientEmail })).status, 400, recipientEmail)
    }
    assert.equal((await sendLink(server, { ...link, ...to, customMessage: 'x'.repeat(301) })).status, 400)
    assert.equal((await sendLink(server, { ...link, ...to, senderName: 'x'.repeat(101) })).status, 400)
    const unknown = { downloadLink: `${origin}/download/${'A'.repeat(22)}` }
    assert.equal(await codeOf(await sendLink(server, { ...to, ...unknown }), 404), 'FILE_NOT_FOUND')
    server.clock.advance(HOUR)
    assert.equal(await codeOf(await sendLink(server, { ...to, ...link }), 410), 'FILE_EXPIRED')
    assert.deepEqual(await waiting(server), [])
    await server.deliverMail()
    assert.equal(mailServer.mails.length, 0)
  })

  test('has a limit of 20 an hour for one sender', async () => {
    await using server = await startServer(await place())
    const file = await upload(server.baseUrl, randomBytes(10))
    for (let sent = 0; sent < 20; sent += 1) await expectTaken(server, file)
    const body = { recipientEmail: 'jonas@example.org', downloadLink: file.downloadUrl }
    const response = await sendLink(server, body)
    assert.ok(Number(response.headers.get('retry-after')) > 0)
    assert.equal(await codeOf(response, 429), 'RATE_LIMITED')
    server.clock.advance(HOUR)
    await expectTaken(server, file)
  })
})

test('a name with line breaks cannot begin a header or a mail of its own', async () => {
  await using mailServer = await startMailServer()
  await using server = await startServer({ environment: { SMTP_URL: mailServer.url } })
  const file = await upload(server.baseUrl, randomBytes(10))
  const senderName = 'Ines\r\nBcc: victim@example.org\r\n\r\n.\r\nMAIL FROM:<a@b.example>\u202e'
  await expectTaken(server, file, { senderName, customMessage: `.\r\n${senderName}` })
  const [received] = await arrived(mailServer)
  assert.ok(received)
  assert.deepEqual(received.to, ['jonas@example.org'])
  assert.ok(!received.mail.headers.some(({ key }) => key === 'bcc'))
  assert.match(
    received.mail.subject ?? '',
    /^“Ines Bcc: victim@example\.org \. MAIL FROM:<a@b\.example>” sent you/,
  )
  assert.match(received.mail.text ?? '', /You’re receiving this email because/)
  await until(async () => (await waiting(server)).length === 0)
  assert.equal(mailServer.mails.length, 1)
})

test('without a mail server every mail is a file, and the service says that it has none', async () => {
  await using server = await startServer()
  const file = await upload(server.baseUrl, randomBytes(10))
  await expectTaken(server, file)
  await eventsHandled(server.services)
  await until(async () => (await waiting(server)).length === 0)
  const folder = join(server.folder, 'mail')
  const [name = ''] = await readdir(folder)
  const mail = await PostalMime.parse(await readFile(join(folder, name)))
  assert.ok(mail.text?.includes(file.downloadUrl))
  assert.deepEqual(mail.from, { name: 'Restante', address: 'no-reply@localhost' })
  assert.equal((await server.client.call('config', {})).mailEnabled, false)
  const health = await server.client.call('health', {})
  assert.equal(health.checks.mail, 'off')
  assert.equal(health.status, 'ok')
})

test('administrators see how many mails were saved, and with a mail server none', async () => {
  await using server = await startServer()
  const admin = await signUpAdmin(server)
  const saved = async (by = admin) => (await by.client.call('adminSystem')).system.savedMails
  assert.equal(await saved(), 0)
  const file = await upload(server.baseUrl, randomBytes(10))
  await expectTaken(server, file)
  await expectTaken(server, file)
  await eventsHandled(server.services)
  await until(async () => (await waiting(server)).length === 0)
  assert.equal(await saved(), 2)

  await using mailServer = await startMailServer()
  const environment = { SMTP_URL: mailServer.url }
  await using after = await startServer({ dataDir: server.folder, environment })
  assert.equal(await saved(await signIn(after, 'root')), 0)
})
