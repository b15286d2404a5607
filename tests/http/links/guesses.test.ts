import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { measuring } from '#tests/bench/bounds/at-most.ts'
import { callOnce } from '#tests/support/calls/many-calls.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'
import { linkOf, sendTo, startMailingServer } from '#tests/support/transfers/recipients.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

const guesses = thorough ? 10_000 : 200
const atOnce = 20
/** How often each kind of link is asked for. */
const samples = thorough ? 500 : 10

forEachDatabase('guessing', ({ place }) => {
  test(`${guesses} passwords of a transfer from many networks is stopped, while other transfers are opened`, async () => {
    const environment = { TRUSTED_PROXIES: '127.0.0.1' }
    await using server = await startServer({ ...(await place()), environment })
    server.clock.freeze()
    const password = 'told on the phone'
    const [own, other] = [
      await upload(server.baseUrl, randomBytes(10), { password }),
      await upload(server.baseUrl, randomBytes(10), { password }),
    ]
    async function open(id: string, tried: string, from: string): Promise<number> {
      const url = `${server.baseUrl}/api/download/${id}/ticket`
      const headers = { 'x-forwarded-for': from }
      return (await callOnce(url, { method: 'POST', headers, json: { password: tried } })).status
    }
    const statuses = new Map<number, number>()
    for (let made = 0; made < guesses; made += atOnce) {
      const round = await Promise.all(
        Array.from({ length: atOnce }, (_, index) =>
          open(own.id, `guess ${made + index}`, `198.51.${(made + index) % 200}.${index}`),
        ),
      )
      for (const status of round) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (made % 200 === 0) assert.equal(await open(other.id, password, '203.0.113.7'), 201)
    }
    assert.deepEqual(
      [...statuses].toSorted(([a], [b]) => a - b),
      [
        [403, 20],
        [429, guesses - 20],
      ],
    )
    // It is never locked for good.
    server.clock.advance(30_000)
    assert.equal(await open(own.id, password, '203.0.113.7'), 201)
  })

  test(`whether a link that needs a code was ever there cannot be told by its answers, nor by their times`, async (context) => {
    await using server = await startMailingServer({
      ...(await place()),
      environment: { RATE_LIMITS: 'off' },
    })
    const { database, clock } = server.services
    const ids = { unknown: 'A'.repeat(22), revoked: '', 'used up': '', over: '' }
    const ways = {
      revoked: { revoked_at: clock.now() },
      'used up': { download_limit: 1, downloads: 1 },
      over: { expires_at: clock.now() - 1 },
    } as const
    for (const way of ['revoked', 'used up', 'over'] as const) {
      const id = linkOf(await sendTo(server, ['jonas@example.org']))
      await database.updateTable('links').set(ways[way]).where('id', '=', id).execute()
      ids[way] = id
    }
    const times = new Map<string, number[]>()
    const answers = new Map<string, string>()
    async function ask(name: string, id: string) {
      const began = performance.now()
      const { status, text } = await callOnce(`${server.baseUrl}/api/files/info/${id}`, {})
      times.set(name, [...(times.get(name) ?? []), performance.now() - began])
      answers.set(name, `${status} ${text}`)
    }
    // All kinds at once, since most of the time is waiting; none always first.
    const kinds = Object.entries(ids)
    for (let sample = 0; sample < samples; sample += 1) {
      const first = sample % kinds.length
      const round = [...kinds.slice(first), ...kinds.slice(0, first)]
      await Promise.all(round.map(([name, id]) => ask(name, id)))
    }
    assert.equal(new Set(answers.values()).size, 1)
    const medians = [...times].map(([name, all]) => ({
      name,
      ms: all.toSorted((a, b) => a - b)[samples >> 1] ?? 0,
    }))
    context.diagnostic(medians.map(({ name, ms }) => `${name} ${ms.toFixed(2)} ms`).join(', '))
    // Only as many samples as are taken while measuring, alone on the machine, say something of times.
    if (!measuring) return
    const unknown = medians.find(({ name }) => name === 'unknown')?.ms ?? 0
    for (const { name, ms } of medians)
      assert.ok(
        Math.abs(ms - unknown) < Math.max(1, unknown / 2),
        `${name}: ${ms} ms, unknown: ${unknown} ms`,
      )
  })
})
