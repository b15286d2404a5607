import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { DecisionAction } from '#contract/operations/report-reasons.ts'
import { goodPassword, type Person, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { forNewAccounts, makeRequest } from '#tests/support/requests/visitors.ts'
import { startServer } from '#tests/support/server/server.ts'
import { lock, makeKey } from '#tests/support/transfers/quantum-files.ts'
import { byTerms, fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'

const environment = { ...fromAnywhere, ...forNewAccounts }

function decide({ client }: Person, number: string, action: DecisionAction) {
  const body = { action, ground: byTerms, facts: 'Found.', automated: false }
  return client.call('decideReport', { params: { n: number }, body })
}

async function caseOf({ client }: Person, number: string) {
  return (await client.call('adminReport', { params: { n: number } })).case
}

forEachDatabase('a report while something changes', ({ engine, place }) => {
  if (engine === 'sqlite') return

  for (const [what, end] of [
    ['key pair', ({ client }) => client.call('deleteKey', { params: { algorithm: 'ml-kem768' } })],
    ['account', ({ client }) => client.call('eraseAccount', { body: { password: goodPassword } })],
  ] satisfies [string, (person: Person) => Promise<unknown>][])
    test(`keeps as evidence what the end of the ${what} would take along`, async () => {
      const at = await place()
      await using server = await startServer({ ...at, environment })
      const [root, ada] = [await signUpAdmin(server), await signUp(server)]
      await makeKey(ada)
      const file = await lock(server, ada, randomBytes(10))
      const { number } = await reportLink(server, file.downloadUrl, '192.0.2.1')
      await meet(
        at,
        'transfers',
        () => root.client.call('disableReported', { params: { n: number } }),
        () => [end(ada)],
      )
      assert.equal((await caseOf(root, number)).transfer?.state, 'disabled')
    })

  test('waits for a decision of its own when the one before it is made', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment })
    const [root, ada] = [await signUpAdmin(server), await signUp(server)]
    const { url } = await makeRequest(server, ada)
    // It is closed already, so that another decision to close it does not hold it.
    const closing = await reportLink(server, url, '203.0.113.1')
    await decide(root, closing.number, 'disable')
    const first = await reportLink(server, url, '192.0.2.1')
    let second = first
    await meet(
      at,
      'audit_log',
      () => decide(root, first.number, 'disable'),
      () => [
        reportLink(server, url, '198.51.100.1').then((report) => {
          second = report
        }),
      ],
    )
    assert.equal((await caseOf(root, first.number)).state, 'decided')
    assert.equal((await caseOf(root, second.number)).state, 'open')
  })

  test('opens a request when the two decisions that closed it are taken back at once', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment })
    const [root, ada] = [await signUpAdmin(server), await signUp(server)]
    const { url } = await makeRequest(server, ada)
    const numbers: string[] = []
    for (const from of ['192.0.2.1', '198.51.100.1']) {
      const { number } = await reportLink(server, url, from)
      await decide(root, number, 'disable')
      numbers.push(number)
    }
    const [first = '', second = ''] = numbers
    await server.services.database.updateTable('cases').set({ state: 'appealed' }).execute()
    await meet(
      at,
      'audit_log',
      () => decide(root, first, 'none'),
      () => [decide(root, second, 'none')],
    )
    const { requests } = await ada.client.call('requests', { query: {} })
    assert.equal(requests[0]?.closedAt, null)
  })
})
