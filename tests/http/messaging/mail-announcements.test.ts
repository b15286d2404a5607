import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { expectTaken } from '#tests/support/mail/link-mails.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf, sendForm, until, upload } from '#tests/support/transfers/transfers.ts'

type Announced = { email: string; message?: string; senderName?: string }

function announce({ baseUrl }: TestServer, emails: readonly Announced[] | string): Promise<Response> {
  return sendForm(baseUrl, [
    { name: 'emails', value: typeof emails === 'string' ? emails : JSON.stringify(emails) },
    { name: 'file', bytes: randomBytes(100), filename: 'Überweisung & mehr.pdf' },
  ])
}

function sendLink({ baseUrl }: TestServer, recipientEmail: string, downloadLink: string, from?: string) {
  return fetch(`${baseUrl}/api/files/send-email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(from ? { 'x-forwarded-for': from } : {}) },
    body: JSON.stringify({ recipientEmail, downloadLink }),
  })
}

async function isEmpty({ services }: TestServer, table: 'files' | 'mail_outbox'): Promise<boolean> {
  return (await services.database.selectFrom(table).selectAll().execute()).length === 0
}

forEachDatabase('the mails of an upload', ({ place }) => {
  test('leave to everybody once, each with its own words, and lead to the page', async () => {
    await using mailServer = await startMailServer()
    await using server = await startServer({ ...(await place()), environment: { SMTP_URL: mailServer.url } })
    const response = await announce(server, [
      { email: 'jonas@example.org', message: 'Für dich', senderName: 'Ines' },
      { email: 'mara@example.org' },
      { email: 'JONAS@example.org', message: 'Für dich', senderName: 'Ines' },
    ])
    assert.equal(response.status, 201)
    const { file } = JSON.parse(await response.text())
    await until(async () => mailServer.mails.length === 2 && (await isEmpty(server, 'mail_outbox')))
    const byAddress = new Map(mailServer.mails.map((mail) => [mail.to.join().toLowerCase(), mail.mail]))
    assert.match(byAddress.get('jonas@example.org')?.text ?? '', /Für dich/)
    assert.match(byAddress.get('jonas@example.org')?.subject ?? '', /Ines/)
    // The link may spell a short name by chance.
    const words = byAddress.get('mara@example.org')?.text?.replaceAll(file.downloadUrl, '') ?? ''
    assert.doesNotMatch(words, /Für dich|Ines|jonas/i)
    for (const { mail, raw } of mailServer.mails) {
      const links = [...(mail.html ?? '').matchAll(/\s(?:href|src|background|action)="([^"]*)"/g)]
      const outside = new Set(links.map(([, address]) => address).filter((it) => !it?.startsWith('mailto:')))
      const [page, stop = '', ...others] = outside
      assert.deepEqual([page, others], [file.downloadUrl, []])
      assert.match(stop, /\/stop-mails#[\w-]{64}$/)
      assert.doesNotMatch(mail.html ?? '', /<(img|script|iframe|link|object|form)\b|url\(|@import/i)
      assert.ok(mail.text?.includes(file.downloadUrl))
      assert.doesNotMatch(`${mail.text}${mail.html}`, /\/api\/|ticket=|\/delete\//)
      assertWellFormed(raw)
    }
    const page = await fetch(`${server.baseUrl}/api/files/info/${file.id}`)
    assert.equal(JSON.parse(await page.text()).file.downloadCount, 0)
  })

  test('say how many files there are, and when they end in the zone of the sender', async () => {
    await using server = await startServer(await place())
    server.clock.freeze()
    for (const [timeZone, ends] of [
      ['Asia/Kolkata', / GMT\+5:30 \(.*\d\d:\d\d UTC\)\. Then they’re deleted\./],
      ['Nowhere/Land', / at \d\d:\d\d UTC\. Then they’re deleted\./],
      ['+05:30', / at \d\d:\d\d UTC\. Then they’re deleted\./],
    ] as const) {
      const email = `${randomBytes(4).toString('hex')}@example.org`
      const response = await sendForm(server.baseUrl, [
        { name: 'emails', value: JSON.stringify([{ email, senderName: 'Ines' }]) },
        { name: 'timeZone', value: timeZone },
        ...['one.txt', 'two.txt'].map((filename) => ({ name: 'files', bytes: randomBytes(10), filename })),
      ])
      assert.equal(response.status, 201, await response.text())
      const [mail] = await mailsTo(server, email)
      assert.match(mail?.subject ?? '', /^“Ines” sent you 2 files: .*\.zip$/)
      assert.match(mail?.text ?? '', ends)
    }
    const body = { recipientEmail: 'mara@example.org', timeZone: 'Asia/Kolkata' }
    await expectTaken(server, await upload(server.baseUrl, randomBytes(10)), body)
    const [mail] = await mailsTo(server, body.recipientEmail)
    assert.match(mail?.text ?? '', / GMT\+5:30 \(/)
  })

  test('are not sent when the upload is refused, and a wrong list refuses the upload', async () => {
    await using server = await startServer(await place())
    const many = Array.from({ length: 21 }, (_, number) => ({ email: `person-${number}@example.org` }))
    for (const emails of [
      many,
      [{ email: 'nobody' }],
      [{ email: 'a@example.org, b@example.org' }],
      [{ email: 'a@example.org', message: 'x'.repeat(301) }],
      [{ email: 'a@example.org', cc: 'b@example.org' }],
      '{"email":"a@example.org"}',
      'a@example.org',
    ] as const) {
      assert.equal(await codeOf(await announce(server, emails), 400), 'VALIDATION_ERROR')
    }
    const refused = await sendForm(server.baseUrl, [
      { name: 'emails', value: '[{"email":"a@example.org"}]' },
      { name: 'file', bytes: randomBytes(100), filename: 'a.bin' },
      { name: 'expiresIn', value: '30d' },
    ])
    assert.equal(await codeOf(refused, 403), 'PRO_SUBSCRIPTION_REQUIRED')
    assert.ok(await isEmpty(server, 'files'))
    assert.ok(await isEmpty(server, 'mail_outbox'))
  })

  test('count against the limit of their sender, all or none', async () => {
    await using server = await startServer(await place())
    const people = (count: number, name: string) =>
      Array.from({ length: count }, (_, number) => ({ email: `${name}-${number}@example.org` }))
    assert.equal((await announce(server, people(15, 'first'))).status, 201)
    assert.equal(await codeOf(await announce(server, people(6, 'second')), 429), 'RATE_LIMITED')
    assert.equal((await announce(server, people(5, 'third'))).status, 201)
    assert.equal(await codeOf(await announce(server, people(1, 'fourth')), 429), 'RATE_LIMITED')
    const files = await server.services.database.selectFrom('files').select('id').execute()
    assert.equal(files.length, 2)
  })

  test('are refused before the bytes have come, wherever the list comes before them', async () => {
    await using server = await startServer(await place())
    const people = Array.from({ length: 20 }, (_, number) => ({ email: `person-${number}@example.org` }))
    assert.equal((await announce(server, people)).status, 201)
    const emails = JSON.stringify([{ email: 'ada@example.org' }])
    const begun = request(`${server.baseUrl}/api/files/upload`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    begun.on('error', () => {})
    begun.write(`--x\r\nContent-Disposition: form-data; name="emails"\r\n\r\n${emails}\r\n--x\r\n`)
    const [answer] = await once(begun, 'response', { signal: AbortSignal.timeout(20_000) })
    assert.equal(answer.statusCode, 429)
    assert.ok(Number(answer.headers['retry-after']) > 0)
    begun.destroy()
    const encoded = [`filename ${btoa('a.bin')}`, `emails ${btoa(emails)}`].join()
    const resumable = await fetch(`${server.baseUrl}/api/files/resumable`, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '100', 'upload-metadata': encoded },
    })
    assert.equal(await codeOf(resumable, 429), 'RATE_LIMITED')
  })

  test('are limited to a hundred an hour for someone with an account', async () => {
    await using server = await startServer(await place())
    server.clock.freeze()
    const { client } = await signUp(server)
    const { downloadUrl } = await upload(server.baseUrl, randomBytes(10))
    const send = (number: number) =>
      client.call('sendEmail', {
        body: { recipientEmail: `person-${number}@example.org`, downloadLink: downloadUrl },
      })
    for (let sent = 0; sent < 100; sent += 1) await send(sent)
    await assert.rejects(send(100), { code: 'RATE_LIMITED' })
    assert.equal((await sendLink(server, 'somebody@example.org', downloadUrl)).status, 200)
  })

  test('cannot fill one mailbox, from many senders either', async () => {
    const environment = { TRUSTED_PROXIES: '127.0.0.1' }
    await using server = await startServer({ ...(await place()), environment })
    const { downloadUrl } = await upload(server.baseUrl, randomBytes(10))
    for (let sent = 0; sent < 30; sent += 1) {
      const from = `198.51.100.${sent % 3}`
      assert.equal((await sendLink(server, 'Jonas@example.org', downloadUrl, from)).status, 200)
    }
    // As often as this sender may send: what is refused costs them nothing.
    for (let time = 0; time < 20; time += 1) {
      const refused = await sendLink(server, 'jonas@example.org', downloadUrl, '203.0.113.9')
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      assert.equal(await codeOf(refused, 429), 'RATE_LIMITED')
    }
    assert.equal((await sendLink(server, 'mara@example.org', downloadUrl, '203.0.113.9')).status, 200)
    const rows = await server.services.database.selectFrom('rate_limits').select('key').execute()
    assert.doesNotMatch(JSON.stringify(rows), /example/)
  })
})

/** RFC 5322, section 2: lines end in CR LF and have at most 998 characters; RFC 2047 keeps headers in ASCII. */
function assertWellFormed(raw: Buffer): void {
  const text = raw.toString('latin1')
  assert.doesNotMatch(text, /[^\r]\n|\r[^\n]/)
  for (const line of text.split('\r\n')) assert.ok(line.length <= 998, line)
  const [head = ''] = text.split('\r\n\r\n', 1)
  assert.match(head, /^[\t\r\n -~]*$/)
  for (const name of ['Date', 'Message-ID', 'From', 'To', 'Subject', 'MIME-Version'])
    assert.equal(head.match(new RegExp(`^${name}: `, 'gim'))?.length, 1, name)
  assert.match(text, /^Content-Type: multipart\/alternative/im)
  assert.ok(text.indexOf('text/plain') < text.indexOf('text/html'), 'the richest part comes last')
}
