import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '#tests/fuzz/seeded-random.ts'
import { type Person, signIn, signUp, signUpAdmin, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { backUp, emptyWithKeys } from '#tests/support/server/backups.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { until, upload } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const WEEK = 7 * 24 * HOUR
const environment = { RATE_LIMITS: 'off' }

/** What the totals are to be: from the rows themselves, one by one. */
async function countRows({ services, clock }: TestServer) {
  const { database } = services
  const now = clock.now()
  const transfers = await database.selectFrom('transfers').selectAll().execute()
  const users = await database.selectFrom('users').selectAll().execute()
  const sessions = await database.selectFrom('sessions').select('idle_until').execute()
  const entries = await database.selectFrom('audit_log').select('act').execute()
  const active = transfers.filter((row) => row.ended_as === null && row.expires_at > now)
  const expired = transfers.filter(
    (row) => row.ended_as === 'expired' || (row.ended_as === null && row.expires_at <= now),
  )
  return {
    totalUsers: users.length,
    proUsers: users.filter((row) => row.is_pro === 1).length,
    inactiveUsers: users.filter((row) => row.is_active === 0).length,
    activeSessions: sessions.filter((row) => row.idle_until > now).length,
    totalFiles: transfers.length,
    newFilesThisWeek: transfers.filter((row) => row.created_at > now - WEEK).length,
    activeFiles: active.length,
    totalSize: active.reduce((sum, { size }) => sum + size, 0),
    expiredFiles: expired.length,
    entries: entries.length,
    sessionEntries: entries.filter(({ act }) => act.startsWith('session.')).length,
  }
}

/** What the calls of administrators say. */
async function readTotals({ client }: Person): ReturnType<typeof countRows> {
  const { dashboard } = await client.call('adminDashboard')
  const { system } = await client.call('adminSystem')
  const list = { pageSize: 1 }
  const { total: inactiveUsers } = await client.call('adminUsers', { query: { ...list, filter: 'inactive' } })
  const { total: expiredFiles } = await client.call('adminFiles', { query: { ...list, filter: 'expired' } })
  const { total: entries } = await client.call('auditLog', { query: list })
  const { total: sessionEntries } = await client.call('auditLog', { query: { ...list, filter: 'session' } })
  const { totalUsers, proUsers } = dashboard.users
  assert.equal(system.database.totalUsers, totalUsers)
  return {
    totalUsers,
    proUsers,
    inactiveUsers,
    activeSessions: system.database.activeSessions,
    ...dashboard.files,
    expiredFiles,
    entries,
    sessionEntries,
  }
}

/** One of all things that change how many of anything there are. */
async function actAtRandom(server: TestServer, root: Person, random: ReturnType<typeof seededRandom>) {
  const { client } = root
  const people = (await client.call('adminUsers', { query: { pageSize: 100 } })).users
  const files = (await client.call('adminFiles', { query: { pageSize: 100 } })).files
  const person = people[random.below(people.length)]
  const file = files[random.below(Math.max(1, files.length))]
  const acts = {
    upload: () => upload(server.baseUrl, Buffer.alloc(random.below(5000)), { expiresIn: '1h' }, 'a.txt'),
    'upload of a person': async () => {
      const { token } = await signUp(server, `person-${people.length}-${random.below(1e6)}`)
      await uploadAs(server, token, 'b.txt', { bytes: 100 })
    },
    'sign in': () => signIn(server, 'root'),
    'change a person': async () => {
      if (!person || person.isAdmin) return
      const { username, email, storageLimit } = person
      const body = { username, email, storageLimit, isActive: random.chance(0.5), isPro: random.chance(0.5) }
      await client.call('updateUser', { params: { id: person.id }, body })
    },
    'delete a person': async () => {
      if (person && !person.isAdmin) await client.call('deleteUser', { params: { id: person.id } })
    },
    'delete a file': async () => {
      if (file && Date.parse(file.expiresAt) > server.clock.now())
        await client.call('adminDeleteFile', { params: { id: file.id } }).catch(() => {})
    },
    'download once': async () => {
      const once = await upload(server.baseUrl, Buffer.from('once'), { deleteAfterDownload: 'true' })
      await (await fetch(`${server.baseUrl}/api/download/${once.id}/file`)).arrayBuffer()
      // It ends a moment after the last byte was sent, not before.
      const info = () => fetch(`${server.baseUrl}/api/files/info/${once.id}`)
      await until(async () => !(await info()).ok)
    },
    wait: async () => server.clock.advance(random.below(40) * 60_000),
    sweep: () => server.sweep(),
  }
  const names = Object.keys(acts) as [keyof typeof acts, ...(keyof typeof acts)[]]
  await acts[random.pick(names)]()
}

forEachDatabase('totals', ({ place, emptyPlace }) => {
  test('are those of the rows after whatever happened, and after a restore', async () => {
    const at = await place()
    const seed = 20_260_101
    const random = seededRandom(seed)
    let expected: Awaited<ReturnType<typeof countRows>>
    {
      await using server = await startServer({ ...at, environment })
      // What is read and what it is compared with are of one moment.
      server.clock.freeze()
      await signUpAdmin(server)
      for (let act = 0; act < 60; act += 1) {
        // The clock may have gone on for longer than a session lasts.
        const root = await signIn(server, 'root')
        await actAtRandom(server, root, random)
        if (act % 5 === 4)
          assert.deepEqual(
            await readTotals(await signIn(server, 'root')),
            await countRows(server),
            `seed ${seed}, ${act}`,
          )
      }
      await upload(server.baseUrl, Buffer.from('kept'), {}, 'kept.txt')
      expected = await countRows(server)
      assert.ok(expected.totalFiles > 5 && expected.totalUsers > 1)
    }
    const path = await backUp(at)
    const restored = await emptyWithKeys(emptyPlace, at)
    const { code, stderr } = await runForScript(['restore', path], { place: restored })
    assert.equal(code, 0, stderr)
    await using server = await startServer({ ...restored, environment })
    const root = await signIn(server, 'root')
    const totals = await readTotals(root)
    assert.deepEqual(totals, await countRows(server))
    assert.equal(totals.totalUsers, expected.totalUsers)
    const found = await root.client.call('adminFiles', { query: { search: 'kept' } })
    assert.equal(found.total, 1)
  })

  test('every page of a list comes in its order, whatever hour it begins in', async () => {
    await using server = await startServer({ ...(await place()), environment })
    await signUpAdmin(server)
    for (let number = 0; number < 24; number += 1) {
      await upload(
        server.baseUrl,
        Buffer.from('x'),
        { expiresIn: number % 3 === 0 ? '30m' : '12h' },
        `${number}.txt`,
      )
      server.clock.advance(17 * 60_000)
    }
    // Some have expired and were ended, some have just expired.
    server.clock.advance(-4 * HOUR)
    await server.sweep()
    server.clock.advance(4 * HOUR)
    server.clock.freeze()
    const root = await signIn(server, 'root')
    const now = server.clock.now()
    const rows = await server.services.database.selectFrom('transfers').selectAll().execute()
    const filters = {
      all: () => true,
      active: (row: (typeof rows)[number]) => row.ended_as === null && row.expires_at > now,
      expired: (row: (typeof rows)[number]) => row.ended_as === 'expired' || row.expires_at <= now,
    } as const
    for (const [filter, isListed] of Object.entries(filters)) {
      const expected = rows
        .filter(isListed)
        .toSorted((a, b) => b.created_at - a.created_at)
        .map(({ id }) => id)
      assert.ok(expected.length > 4, filter)
      const listed: string[] = []
      for (let page = 1; page <= 9; page += 1) {
        const { files, total } = await root.client.call('adminFiles', {
          query: { filter, page, pageSize: 3 },
        })
        assert.equal(total, expected.length, filter)
        listed.push(...files.map(({ id }) => id))
      }
      assert.deepEqual(listed, expected, filter)
    }
  })
})
