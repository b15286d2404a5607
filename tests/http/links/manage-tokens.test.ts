import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { manageTokenHeader } from '#contract/headers.ts'
import { callOnce } from '#tests/support/calls/many-calls.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'

const HOUR = 60 * 60_000
const guesses = thorough ? 10_000 : 400
const atOnce = 40

forEachDatabase('manage tokens', ({ place }) => {
  test(`are not guessed: of ${guesses} tries of one network twenty are looked at, and others are unhindered`, async () => {
    const environment = { TRUSTED_PROXIES: '127.0.0.1' }
    await using server = await startServer({ ...(await place()), environment })
    const { ref, linkId, token } = await sendTransfer(server, randomBytes(10))
    server.clock.freeze()
    async function guess(from: string, tried: string, session = false): Promise<number> {
      const headers = { 'x-forwarded-for': from }
      const { status } = session
        ? await callOnce(`${server.baseUrl}/api/transfers/manage-session`, {
            method: 'POST',
            headers,
            json: { id: linkId, token: tried },
          })
        : await callOnce(`${server.baseUrl}/api/transfers/${ref}/manage`, {
            headers: { ...headers, [manageTokenHeader]: tried },
          })
      return status
    }
    const statuses: number[] = []
    for (let made = 0; made < guesses; made += atOnce) {
      // From all addresses of one network, at both calls.
      const round = Array.from({ length: atOnce }, (_, index) =>
        guess(`203.0.113.${index}`, randomBytes(32).toString('base64url'), index % 2 === 0),
      )
      statuses.push(...(await Promise.all(round)))
      if (made % 10 === 0) assert.equal(await guess('198.51.100.7', token), 200)
    }
    assert.equal(statuses.filter((status) => status === 403).length, 20)
    assert.equal(statuses.filter((status) => status === 429).length, guesses - 20)
    assert.equal(await guess('203.0.113.200', token), 429)
    assert.equal(await guess('203.0.114.1', token), 200)
    server.clock.advance(HOUR)
    assert.equal(await guess('203.0.113.1', token), 200)
  })

  test('are kept as a hash, and lie in no table', async () => {
    await using server = await startServer(await place())
    const { token } = await sendTransfer(server, randomBytes(10))
    for (const table of [
      'transfers',
      'links',
      'transfer_events',
      'uploads',
      'audit_log',
      'events',
    ] as const) {
      const rows = await server.services.database.selectFrom(table).selectAll().execute()
      assert.ok(!JSON.stringify(rows).includes(token), table)
    }
  })

  test('are forgotten with their networks: the history says for seven days where a change came from', async () => {
    await using server = await startServer(await place())
    server.clock.freeze()
    const { ref } = await sendTransfer(server, randomBytes(10))
    const networks = async () =>
      (
        await server.services.database
          .selectFrom('transfer_events')
          .select('network')
          .where('transfer_id', '=', ref)
          .execute()
      ).map(({ network }) => network)
    assert.deepEqual(await networks(), ['127.0.0.0/24'])
    server.clock.advance(7 * 24 * HOUR - 1000)
    await server.sweep()
    assert.ok((await networks()).includes('127.0.0.0/24'))
    server.clock.advance(2000)
    await server.sweep()
    assert.deepEqual(new Set(await networks()), new Set([null]))
  })
})
