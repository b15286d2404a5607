import assert from 'node:assert/strict'
import { randomBytes, randomInt } from 'node:crypto'
import { test } from 'node:test'
import { forgetDayKeys } from '#server/operations/backup/backup-day-keys.ts'
import { Failure } from '#server/platform/failure.ts'
import { dayOf } from '#server/transfers/keys/day-keys.ts'
import { seededRandom } from '#tests/fuzz/seeded-random.ts'
import { signIn, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { backUp, download, emptyWithKeys } from '#tests/support/server/backups.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'
import { moveEndTo } from '#tests/support/transfers/move-end-to.ts'
import { filePassword, keyPassword, lock, makeKey, open } from '#tests/support/transfers/quantum-files.ts'
import { codeOf, ticketUrl, upload } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const noLimits = { RATE_LIMITS: 'off', UPLOADS_PER_HOUR: '100000' }

/** What the server should do: one transfer, its link and content, and when it ends. */
type Modelled = { readonly link: string; readonly id: string; readonly bytes: Buffer; end: number }

async function send(server: TestServer, fields: Record<string, string> = {}): Promise<Modelled> {
  const bytes = randomBytes(100)
  const file = await upload(server.baseUrl, bytes, fields)
  const { id } = await transferOf(server.services.database, file.id)
  return { link: file.id, id, bytes, end: Date.parse(file.expiresAt) }
}

async function assertOpensAsModelled(server: TestServer, { link, bytes, end }: Modelled): Promise<void> {
  const answer = await download(server, link)
  if (server.clock.now() >= end) return assert.equal(await codeOf(answer, 410), 'FILE_EXPIRED')
  assert.equal(answer.status, 200)
  assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes))
}

/** Expects that the sweep has left the day keys that a live transfer needs, and none of a day long over. */
async function assertKeysNeeded(server: TestServer, live: readonly Modelled[]): Promise<void> {
  const rows = await server.services.database.selectFrom('day_keys').select('day').execute()
  const days = new Set(rows.map(({ day }) => day))
  for (const { end } of live) assert.ok(days.has(dayOf(end)), `no key for ${dayOf(end)}`)
  const yesterday = dayOf(server.clock.now() - DAY)
  assert.deepEqual(
    [...days].filter((day) => day < yesterday),
    [],
  )
}

const moves = thorough ? 1000 : 200

forEachDatabase('the end of a transfer', ({ place, emptyPlace }) => {
  test(`moves forward and back ${moves} times: it opens until then, never after`, async (context) => {
    const seed = randomInt(2 ** 31)
    context.diagnostic(`seed ${seed}`)
    const random = seededRandom(seed)
    await using server = await startServer({ ...(await place()), environment: noLimits })
    const { clock, services } = server
    clock.freeze()
    let live = await Promise.all(Array.from({ length: 6 }, () => send(server)))
    let moved = 0
    let ended = 0
    while (moved < moves) {
      const one = live[random.below(live.length)]
      assert.ok(one)
      const end = clock.now() + random.pick([1, MINUTE, HOUR, DAY, 40 * DAY]) * (1 + random.below(3))
      await moveEndTo(services, one.id, end)
      one.end = end
      moved += 1
      if (random.chance(0.2)) await assertOpensAsModelled(server, one)
      if (!random.chance(0.1)) continue
      // Often the very millisecond of an end, or the one before.
      const next = Math.min(...live.map((other) => other.end)) - clock.now()
      clock.advance(random.pick([next, next - 1, random.below(DAY), random.below(3 * DAY)]))
      for (const other of live) await assertOpensAsModelled(server, other)
      const over = live.filter((other) => other.end <= clock.now())
      if (random.chance(0.5)) await server.sweep()
      for (const other of over) {
        await assert.rejects(moveEndTo(services, other.id, clock.now() + DAY), { code: 'FILE_EXPIRED' })
        await assertOpensAsModelled(server, other)
      }
      ended += over.length
      live = live.filter((other) => !over.includes(other))
      while (live.length < 6) live.push(await send(server))
      if (random.chance(0.2)) {
        await server.sweep()
        await assertKeysNeeded(server, live)
      }
    }
    assert.ok(ended > 0)
    for (const one of live) await assertOpensAsModelled(server, one)
    clock.advance(200 * DAY)
    await server.sweep()
    await assertKeysNeeded(server, [])
    for (const one of live) await assertOpensAsModelled(server, one)
  })

  test('moves without any password, also of what a password or a key pair locks', async () => {
    await using server = await startServer({ ...(await place()), environment: noLimits })
    const { clock, services } = server
    const ada = await signUp(server)
    await makeKey(ada)
    const bytes = randomBytes(5000)
    const locked = await lock(server, ada, bytes)
    const both = await lock(server, ada, bytes, { password: filePassword })
    const withPassword = await upload(server.baseUrl, bytes, { password: filePassword })
    for (const days of [40, 3, 20]) {
      for (const { id } of [locked, both, withPassword])
        await moveEndTo(services, (await transferOf(services.database, id)).id, clock.now() + days * DAY)
    }
    clock.advance(19 * DAY)
    await server.sweep()
    const back = await signIn(server, 'ada')
    assert.deepEqual(await open(server, back, locked, { keyPassword }), bytes)
    assert.deepEqual(await open(server, back, both, { keyPassword }), bytes)
    assert.deepEqual(await open(server, server, both, { password: filePassword }), bytes)
    assert.deepEqual(await open(server, server, withPassword, { password: filePassword }), bytes)
    await assert.rejects(open(server, server, withPassword, { password: 'not the one' }), {
      code: 'INVALID_FILE_PASSWORD',
    })
    clock.advance(DAY)
    const later = await signIn(server, 'ada')
    for (const file of [locked, both])
      await assert.rejects(open(server, later, file, { keyPassword }), { code: 'FILE_EXPIRED' })
  })

  test('that comes earlier ends the tickets that are out with it', async () => {
    await using server = await startServer(await place())
    const { clock, services } = server
    const one = await send(server, { expiresIn: '12h' })
    const url = await ticketUrl(server.baseUrl, one.link)
    await moveEndTo(services, one.id, clock.now() + HOUR)
    assert.equal((await fetch(url)).status, 200)
    await moveEndTo(services, one.id, clock.now() + 2 * DAY)
    clock.advance(HOUR)
    assert.equal(await codeOf(await fetch(url), 403), 'INVALID_TICKET')
    const again = await ticketUrl(server.baseUrl, one.link)
    assert.deepEqual(Buffer.from(await (await fetch(again)).arrayBuffer()), one.bytes)
  })

  test('is written into its timeline, and counts as a change', async () => {
    await using server = await startServer(await place())
    const { clock, services } = server
    const one = await send(server)
    const { version } = await transferOf(services.database, one.link)
    const to = clock.now() + DAY
    await moveEndTo(services, one.id, to)
    const moved = await services.database
      .selectFrom('transfer_events')
      .select('details')
      .where('transfer_id', '=', one.id)
      .where('kind', '=', 'end-moved')
      .execute()
    assert.deepEqual(
      moved.map(({ details }) => JSON.parse(details)),
      [{ from: one.end, to }],
    )
    assert.equal((await transferOf(services.database, one.link)).version, version + 1)
  })

  test('of one that has ended is refused', async () => {
    await using server = await startServer(await place())
    const { clock, services } = server
    const [deleted, expired] = [await send(server), await send(server)]
    const before = await transferOf(services.database, expired.link)
    const admin = await signUpAdmin(server)
    await admin.client.call('deleteFile', { params: { id: deleted.link } })
    await assert.rejects(moveEndTo(services, deleted.id, clock.now() + DAY), { code: 'FILE_DELETED' })
    clock.advance(expired.end - clock.now())
    await assert.rejects(moveEndTo(services, expired.id, clock.now() + DAY), { code: 'FILE_EXPIRED' })
    assert.deepEqual(await transferOf(services.database, expired.link), before)
  })

  test('never brings a key back to one that ends meanwhile', async () => {
    await using server = await startServer({ ...(await place()), environment: noLimits })
    const { clock, services } = server
    const admin = await signUpAdmin(server)
    for (let round = 0; round < 10; round += 1) {
      const one = await send(server)
      const moves = Array.from({ length: 5 }, (_, days) =>
        moveEndTo(services, one.id, clock.now() + (days + 1) * DAY).catch((error: unknown) => {
          assert.ok(error instanceof Failure && error.code === 'FILE_DELETED')
        }),
      )
      await Promise.all([...moves, admin.client.call('deleteFile', { params: { id: one.link } })])
      const { state, sealed_life_key, name } = await transferOf(services.database, one.link)
      assert.deepEqual([state, sealed_life_key.length, name], ['ended', 0, ''])
      assert.equal(await codeOf(await download(server, one.link), 410), 'FILE_DELETED')
    }
  })

  test('a backup from before a shortening opens nothing once the first day is over', async () => {
    const from = await place()
    let id = ''
    let backup = ''
    {
      await using server = await startServer(from)
      const one = await send(server)
      id = one.link
      await moveEndTo(server.services, one.id, server.clock.now() + 10 * DAY)
      backup = await backUp(from, '--blobs')
      await moveEndTo(server.services, one.id, server.clock.now() + HOUR)
      server.clock.advance(12 * DAY)
      await server.sweep()
      await forgetDayKeys(server.services)
    }
    // By the clock of the restored service the end that the backup holds is ten days ahead.
    const to = await emptyWithKeys(emptyPlace, from)
    const { code, answer, stderr } = await runForScript(['restore', backup], { place: to })
    assert.equal(code, 0, stderr)
    assert.partialDeepStrictEqual(answer, { files: 0, ended: 1, proved: null })
    await using server = await startServer(to)
    assert.equal(await codeOf(await download(server, id), 410), 'FILE_DELETED')
  })
})
