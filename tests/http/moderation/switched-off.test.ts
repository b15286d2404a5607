import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportEndpoints } from '#contract/endpoints/reports.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { managed, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { byTerms, fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'

/** Answer of every call about reports to an administrator, whom no other rule refuses. */
async function answersOf({ baseUrl }: TestServer, token: string): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>()
  for (const [name, { method, path }] of Object.entries(reportEndpoints)) {
    const address = path.replace(/:\w+/g, 'R-2345')
    const sent = method === 'POST' ? { body: '{}', type: { 'content-type': 'application/json' } } : {}
    const headers = { authorization: `Bearer ${token}`, ...sent.type }
    const answer = await fetch(`${baseUrl}/api${address}`, {
      method,
      headers,
      body: sent.body ?? null,
      redirect: 'manual',
    })
    answers.set(
      name,
      answer.status === 404 ? ((await answer.json()) as { code: string }).code : answer.status,
    )
  }
  return answers
}

async function documented({ baseUrl }: TestServer): Promise<string> {
  return (await fetch(`${baseUrl}/api/openapi.json`)).text()
}

test('where reports are on, every call about them is there and in the document', async () => {
  await using server = await startServer()
  const admin = await signUpAdmin(server, 'root')
  const answers = await answersOf(server, admin.token)
  const absent = [...answers].filter(([, answer]) => answer === 'NOT_FOUND')
  // The hash is not on the block list.
  assert.deepEqual(absent, [['unblockContent', 'NOT_FOUND']])
  assert.equal((await server.client.call('config')).reports, true)
  const document = await documented(server)
  for (const name of Object.keys(reportEndpoints))
    assert.ok(document.includes(`"operationId":"${name}"`), name)
})

test('where reports are off, every call about them is like one that there is not', async () => {
  await using server = await startServer({ environment: { REPORTS: 'off' } })
  const admin = await signUpAdmin(server, 'root')
  const answers = await answersOf(server, admin.token)
  assert.deepEqual(
    [...answers].filter(([, answer]) => answer !== 'NOT_FOUND'),
    [],
  )
  assert.equal(answers.size, Object.keys(reportEndpoints).length)
  // The address in mails of before has a form of its own.
  assert.equal((await fetch(`${server.baseUrl}/api/moderate/${'A'.repeat(43)}`)).status, 404)
  assert.equal((await server.client.call('config')).reports, false)
  const document = await documented(server)
  for (const name of Object.keys(reportEndpoints))
    assert.ok(!document.includes(`"operationId":"${name}"`), name)
})

forEachDatabase('reports that are switched off', ({ place }) => {
  test('leave what was disabled disabled, without a way to the reasons, and mail nobody', async () => {
    const where = await place()
    const before = await startServer({ ...where, environment: fromAnywhere })
    const root = await signUpAdmin(before, 'root')
    const sent = await sendTransfer(before, Buffer.from('hello'))
    const { number } = await reportLink(before, sent.reply.file.downloadUrl, '192.0.2.1')
    const body = { action: 'disable', ground: byTerms, facts: 'We have read it.', automated: false } as const
    await root.client.call('decideReport', { params: { n: number }, body })
    assert.match((await managed(before, sent)).decision ?? '', /^\/decision\//)
    await before[Symbol.asyncDispose]()

    await using server = await startServer({ ...where, environment: { ...fromAnywhere, REPORTS: 'off' } })
    assert.equal((await managed(server, sent)).decision, null)
    await assert.rejects(server.client.call('fileInfo', { params: { id: sent.linkId } }), {
      code: 'TRANSFER_DISABLED',
    })
    // Such as one that was appended a moment before the server was started anew.
    const report = { number: 'R-2345', reason: 'malware', explanation: 'It is a trojan.' } as const
    const payload = { ...report, isDisabled: false, gone: false, buttonToken: null }
    await server.services.database
      .transaction()
      .execute((transaction) =>
        appendEvent(transaction, server.services, { kind: 'report.received', payload }),
      )
    assert.deepEqual(
      (await mailsTo(server, fromAnywhere.REPORT_MAIL)).filter(({ text = '' }) => text.includes('R-2345')),
      [],
    )
  })
})
