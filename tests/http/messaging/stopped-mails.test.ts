import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { sendLink, tried } from '#tests/support/mail/link-mails.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import {
  callerOf,
  linkOf,
  type MailingServer,
  mailsFor,
  sendTo,
  startMailingServer,
} from '#tests/support/transfers/recipients.ts'
import { codeOf, sendForm, until } from '#tests/support/transfers/transfers.ts'

const jonas = 'jonas@example.org'

/** The path of the address in the head of the latest mail to someone. */
async function stopPath(server: MailingServer, email: string): Promise<string> {
  const mail = (await mailsFor(server, email, 1)).at(-1)
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value
  assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  const [, address = ''] = /^<([^>]+)>$/.exec(header('list-unsubscribe') ?? '') ?? []
  const { origin, pathname } = new URL(address)
  assert.equal(origin, server.services.config.publicUrl)
  return pathname
}

forEachDatabase('mails of other people', ({ place }) => {
  test('are stopped with one click in a mail program, for every sender', async () => {
    await using server = await startMailingServer(await place())
    const sent = await sendTo(server, [jonas])
    const path = await stopPath(server, jonas)
    const looked = await fetch(server.baseUrl + path, { redirect: 'manual' })
    assert.equal(looked.status, 303)
    const page = String(looked.headers.get('location'))
    assert.match(page, /^\/stop-mails#[\w-]{64}$/)
    const [mail] = await mailsFor(server, jonas, 1)
    for (const words of [mail?.text, mail?.html]) assert.ok(words?.includes(page))
    assert.deepEqual(await server.services.database.selectFrom('stopped_addresses').selectAll().execute(), [])
    const stopped = await fetch(server.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    assert.equal(stopped.status, 200, await stopped.text())
    const kept = JSON.stringify(
      await server.services.database.selectFrom('stopped_addresses').selectAll().execute(),
    )
    assert.doesNotMatch(kept, /jonas|example/)
    // A second time, as programs do that got no answer; with the other form that RFC 8058 allows, and from the page.
    const form = new FormData()
    form.append('List-Unsubscribe', 'One-Click')
    assert.equal((await fetch(server.baseUrl + path, { method: 'POST', body: form })).status, 200)
    const caller = callerOf(server)
    await caller.call('stopMails', { params: { token: page.slice('/stop-mails#'.length) } })

    const { ref, headers } = await sendTransfer(server, Buffer.from('hello'))
    const body = { email: 'JONAS@example.org' }
    await assert.rejects(caller.call('addRecipient', { params: { ref }, headers, body }), {
      code: 'MAIL_STOPPED',
    })
    const remind = { params: { ref: sent.ref, linkId: linkOf(sent) }, headers: sent.headers }
    await assert.rejects(caller.call('remindRecipient', remind), { code: 'MAIL_STOPPED' })
    const upload = await sendForm(server.baseUrl, [
      { name: 'emails', value: JSON.stringify([{ email: jonas }]) },
      { name: 'file', bytes: Buffer.from('hello'), filename: 'plan.txt' },
    ])
    assert.equal(await codeOf(upload, 409), 'MAIL_STOPPED')
    const link = { recipientEmail: jonas, downloadLink: sent.reply.file.downloadUrl }
    assert.equal(await codeOf(await sendLink(server, link), 409), 'MAIL_STOPPED')
    await assert.rejects(caller.call('downloadCode', { params: { id: linkOf(sent) }, body: {} }), (error) => {
      assert.ok(error instanceof Error && 'code' in error && 'details' in error)
      assert.deepEqual([error.code, error.details], ['MAIL_STOPPED', undefined])
      return true
    })
    assert.equal((await mailsFor(server, jonas, 1)).length, 1)
    await sendTo(server, ['mara@example.org'])
    await mailsFor(server, 'mara@example.org', 1)
  })

  test('that were on their way when they were stopped are not sent, and the sender sees it', async () => {
    await using server = await startMailingServer(await place())
    await sendTo(server, [jonas])
    const path = await stopPath(server, jonas)
    server.mailServer.state.refusal = { to: 'greeting', code: 554 }
    const waiting = await sendTo(server, [jonas])
    await tried(server, 1)
    await fetch(server.baseUrl + path, { method: 'POST' })
    server.mailServer.state.refusal = undefined
    server.clock.advance(60 * 60_000)
    await server.deliverMail()
    await until(async () => {
      const params = { ref: waiting.ref }
      const { transfer } = await callerOf(server).call('managedTransfer', {
        params,
        headers: waiting.headers,
      })
      return transfer.links.some(({ mailed }) => mailed === 'bounced')
    })
    assert.equal((await mailsFor(server, jonas, 1)).length, 1)
  })

  test('are stopped by no token that was made up, and the account’s own mails by none', async () => {
    await using server = await startMailingServer(await place())
    await signUp(server)
    await sendTo(server, ['ada@example.org'])
    const path = await stopPath(server, 'ada@example.org')
    const altered = `${path.slice(0, -4)}AAAA`
    assert.equal(await codeOf(await fetch(server.baseUrl + altered, { method: 'POST' }), 404), 'NOT_FOUND')
    assert.equal(await codeOf(await fetch(`${server.baseUrl}/api/mails/stop/short`), 404), 'NOT_FOUND')
    assert.equal((await fetch(server.baseUrl + path, { method: 'POST' })).status, 200)
    const before = (await mailsFor(server, 'ada@example.org', 1)).length
    await callerOf(server).call('forgotPassword', { body: { email: 'ada@example.org' } })
    const mails = await mailsFor(server, 'ada@example.org', before + 1)
    assert.equal(mails.at(-1)?.subject, 'Choose a new password')
    assert.ok(!mails.at(-1)?.headers.some(({ key }) => key === 'list-unsubscribe'))
  })
})
