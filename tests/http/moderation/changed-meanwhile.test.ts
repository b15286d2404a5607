import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { DecisionAction } from '#contract/operations/report-reasons.ts'
import { goodPassword, type Person, signUp, signUpAdmin, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { meet } from '#tests/support/databases/meet.ts'
import { askRequestTicket, forNewAccounts, makeRequest } from '#tests/support/requests/visitors.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { lock, makeKey } from '#tests/support/transfers/quantum-files.ts'
import { byTerms, fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'
import { until } from '#tests/support/transfers/transfers.ts'

const environment = { ...fromAnywhere, ...forNewAccounts }

function decide(
  { client }: Person,
  number: string,
  action: DecisionAction,
  also: { readonly sameContent?: true } = {},
) {
  const body = { action, ground: byTerms, facts: 'Found.', automated: false, ...also }
  return client.call('decideReport', { params: { n: number }, body })
}

async function caseOf({ client }: Person, number: string) {
  return (await client.call('adminReport', { params: { n: number } })).case
}

function disable({ client }: Person, number: string) {
  return client.call('disableReported', { params: { n: number } })
}

/** Acts of one administrator wait for each other anyway. */
async function twoAdmins(server: TestServer): Promise<[Person, Person]> {
  return [await signUpAdmin(server), await signUpAdmin(server, 'noor')]
}

/** Objects as the one who has reported. */
function object({ client }: TestServer, { number, headers }: Awaited<ReturnType<typeof reportLink>>) {
  return client.call('appealReport', { params: { number }, headers, body: { text: 'Look again.' } })
}

async function statusOf({ baseUrl }: TestServer, id: string): Promise<number> {
  return (await fetch(`${baseUrl}/api/files/info/${id}`)).status
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
        () => disable(root, number),
        () => [end(ada)],
      )
      assert.equal((await caseOf(root, number)).transfer?.state, 'disabled')
    })

  test('waits for a decision of its own when the one before it is made', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment })
    const [root, ada] = [await signUpAdmin(server), await signUp(server)]
    const { url } = await makeRequest(server, ada)
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

  for (const [what, how, takeAway] of [
    ['transfer', 'decision', (admin, number) => decide(admin, number, 'disable')],
    ['transfer', 'button', disable],
    ['file request', 'decision', (admin, number) => decide(admin, number, 'disable')],
    ['file request', 'decision to end it', (admin, number) => decide(admin, number, 'end')],
    ['file request', 'button', disable],
  ] satisfies [string, string, (admin: Person, number: string) => Promise<unknown>][])
    test(`takes a ${what} away by ${how} although another decision is taken back at once`, async () => {
      const at = await place()
      await using server = await startServer({ ...at, environment })
      const [root, noor] = await twoAdmins(server)
      const ada = await signUp(server)
      const file = await uploadAs(server, ada.token, 'a.txt')
      const request = await makeRequest(server, ada)
      const link = what === 'transfer' ? file.downloadUrl : request.url
      const first = await reportLink(server, link, '192.0.2.1')
      await decide(root, first.number, 'disable')
      const second = await reportLink(server, link, '198.51.100.1')
      await object(server, first)
      await meet(
        at,
        'audit_log',
        () => decide(root, first.number, 'none'),
        () => [takeAway(noor, second.number)],
      )
      if (what === 'transfer') assert.equal(await statusOf(server, file.id), 451)
      else assert.equal((await askRequestTicket(server, request.id)).status, 410)
    })

  test('keeps disabled what another case is about while a wide decision is taken back', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment })
    const [root, noor] = await twoAdmins(server)
    const ada = await signUp(server)
    const [bad, same] = [
      await uploadAs(server, ada.token, 'a.bin'),
      await uploadAs(server, ada.token, 'b.bin'),
    ]
    const first = await reportLink(server, bad.downloadUrl, '192.0.2.1')
    await disable(root, first.number)
    await until(async () => (await caseOf(root, first.number)).sameContent === 1)
    await decide(root, first.number, 'disable', { sameContent: true })
    const second = await reportLink(server, same.downloadUrl, '198.51.100.1')
    await object(server, first)
    await meet(
      at,
      'audit_log',
      () => decide(noor, second.number, 'disable'),
      () => [decide(root, first.number, 'none')],
    )
    assert.deepEqual([await statusOf(server, bad.id), await statusOf(server, same.id)], [200, 451])
  })

  test('opens a request when the two decisions that closed it are taken back at once', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment })
    const [root, noor] = await twoAdmins(server)
    const ada = await signUp(server)
    const { url } = await makeRequest(server, ada)
    const numbers: string[] = []
    for (const [admin, from] of [
      [root, '192.0.2.1'],
      [noor, '198.51.100.1'],
    ] as const) {
      const { number } = await reportLink(server, url, from)
      await decide(admin, number, 'disable')
      numbers.push(number)
    }
    const [first = '', second = ''] = numbers
    await server.services.database.updateTable('cases').set({ state: 'appealed' }).execute()
    await meet(
      at,
      'audit_log',
      () => decide(root, first, 'none'),
      () => [decide(noor, second, 'none')],
    )
    const { requests } = await ada.client.call('requests', { query: {} })
    assert.equal(requests[0]?.closedAt, null)
  })
})
