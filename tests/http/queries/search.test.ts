import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { foldForSearch } from '#server/platform/database/fold-for-search.ts'
import { seededRandom } from '#tests/fuzz/seeded-random.ts'
import { type Person, signIn, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { insertTransfers, transferRow } from '#tests/support/databases/transfer-rows.ts'
import { forNewAccounts, makeRequest } from '#tests/support/requests/visitors.ts'
import { startServer } from '#tests/support/server/server.ts'
import { reportLink } from '#tests/support/transfers/reports.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const chunks = [
  'a',
  'B',
  'ß',
  'é',
  'Ω',
  'σ',
  'ы',
  '漢',
  '😀',
  '"',
  "'",
  '%',
  '_',
  '\\',
  '*',
  '-',
  ' ',
  '1',
  'ab',
] as const

async function search({ client }: Person, text: string): Promise<string[]> {
  const { files, total } = await client.call('adminFiles', { query: { search: text, pageSize: 100 } })
  assert.equal(total, files.length)
  return files.map(({ filename }) => filename)
}

forEachDatabase('a search among all transfers', ({ place }) => {
  test('finds a text of any length and any signs, wherever it stands', async () => {
    await using server = await startServer({ ...(await place()), environment: { RATE_LIMITS: 'off' } })
    const root = await signUpAdmin(server)
    const random = seededRandom(7)
    const newText = (length: number) => Array.from({ length }, () => random.pick(chunks)).join('')
    const names = Array.from({ length: 90 }, () => `x${newText(1 + random.below(8))}y`)
    const now = server.clock.now()
    // Many at one moment: their numbers in the index must differ all the same.
    const rows = names.map((name, number) =>
      transferRow({ name, created_at: now - Math.floor(number / 30), expires_at: now + HOUR }),
    )
    await insertTransfers(server.services.database, rows)
    let hits = 0
    for (let round = 0; round < 150; round += 1) {
      const text = newText(1 + random.below(4)).trim()
      if (text === '') continue
      const expected = names.filter((name) => foldForSearch(name).includes(foldForSearch(text)))
      assert.deepEqual((await search(root, text)).toSorted(), expected.toSorted(), text)
      hits += expected.length
    }
    assert.ok(hits > 100)
  })

  test('finds no name that a transfer has lost', async () => {
    await using server = await startServer(await place())
    const root = await signUpAdmin(server)
    const { id } = await upload(server.baseUrl, Buffer.from('1'), { expiresIn: '30m' }, 'secret plan.txt')
    await upload(server.baseUrl, Buffer.from('2'), { expiresIn: '30m' }, 'secret list.txt')
    assert.deepEqual(await search(root, 'SECRET'), ['secret list.txt', 'secret plan.txt'])
    const { files } = await root.client.call('adminFiles', { query: { search: 'plan' } })
    await root.client.call('adminDeleteFile', { params: { id: files[0]?.id ?? id } })
    assert.deepEqual(await search(root, 'secret'), ['secret list.txt'])
    server.clock.advance(HOUR)
    const again = await signIn(server, 'root')
    assert.deepEqual(await search(again, 'secret'), ['secret list.txt'], 'expired, not swept')
    await server.sweep()
    assert.deepEqual(await search(again, 'secret'), [])
  })

  test('keeps nothing of many names that are lost at once', async () => {
    await using server = await startServer(await place())
    const { database, engine } = server.services
    const root = await signUpAdmin(server)
    const now = server.clock.now()
    const rows = Array.from({ length: 1200 }, (_, age) =>
      transferRow({ name: `plan ${age} zqyx.pdf`, created_at: now - age, expires_at: now + HOUR }),
    )
    const stays = transferRow({ name: 'plan that stays.pdf', created_at: now, expires_at: now + 3 * HOUR })
    await insertTransfers(database, [...rows, stays])
    async function traces(): Promise<number> {
      if (engine.name === 'postgres') return 0
      const { rows } = await sql<{ block: Uint8Array }>`select block from transfers_search_data`.execute(
        database,
      )
      return rows.filter(({ block }) => Buffer.from(block).includes('zqy')).length
    }
    assert.ok(engine.name === 'postgres' || (await traces()) > 0)
    server.clock.advance(2 * HOUR)
    await server.sweep()
    assert.equal(await traces(), 0)
    const again = await signIn(server, root.user.username)
    assert.deepEqual(await search(again, 'zqyx'), [])
    assert.deepEqual(await search(again, 'plan'), ['plan that stays.pdf'])
    assert.deepEqual((await search(again, 'stays')).length, 1)
  })

  test('finds every name that is given anew, however often and whatever else happens at once', async () => {
    await using server = await startServer({ ...(await place()), environment: { RATE_LIMITS: 'off' } })
    const root = await signUpAdmin(server)
    const random = seededRandom(11)
    const { database } = server.services
    const now = server.clock.now()
    const newName = () => `${random.pick(['abc', 'bcd', 'ab', 'cab'])}${random.pick(['abc', 'dab', 'c'])}`
    const rows = Array.from({ length: 60 }, (_, age) =>
      transferRow({ name: newName(), created_at: now - (age % 3), expires_at: now + HOUR }),
    )
    await insertTransfers(database, rows)
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    for (let round = 0; round < 20; round += 1) {
      await database.transaction().execute(async (transaction) => {
        for (let change = 0; change < 30; change += 1) {
          const id = rows[random.below(rows.length)]?.id ?? ''
          const name = random.below(5) === 0 ? '' : newName()
          names.set(id, name)
          await transaction
            .updateTable('transfers')
            .set({ name, name_folded: name })
            .where('id', '=', id)
            .execute()
        }
      })
      for (const text of ['abc', 'bca', 'cab', 'cda', 'bcdab']) {
        const expected = [...names.values()].filter((name) => name.includes(text))
        assert.deepEqual((await search(root, text)).toSorted(), expected.toSorted(), text)
      }
    }
  })

  test('finds the latest thousand of many', async () => {
    await using server = await startServer(await place())
    const root = await signUpAdmin(server)
    const now = server.clock.now()
    const rows = Array.from({ length: 1100 }, (_, age) =>
      transferRow({ name: `report ${age}.pdf`, created_at: now - age, expires_at: now + HOUR }),
    )
    await insertTransfers(server.services.database, rows.toReversed())
    const query = { search: 'report', pageSize: 10, page: 100 }
    const { files, total } = await root.client.call('adminFiles', { query })
    assert.equal(total, 1000)
    assert.deepEqual(
      files.map(({ filename }) => filename),
      Array.from({ length: 10 }, (_, place) => `report ${990 + place}.pdf`),
    )
  })

  test('finds people by both of their names, and what they did', async () => {
    await using server = await startServer(await place())
    const root = await signUpAdmin(server)
    const { user } = await signUp(server, 'Lovelace')
    for (const search of ['LOVE', 'velace@exam', 'ov']) {
      const { users } = await root.client.call('adminUsers', { query: { search } })
      assert.deepEqual(
        users.map(({ id }) => id),
        [user.id],
        search,
      )
    }
    const { entries } = await root.client.call('auditLog', { query: { search: 'LACE', filter: 'account' } })
    assert.deepEqual(
      entries.map(({ act }) => act),
      ['account.registered'],
    )
  })
})

forEachDatabase('a search among reports', ({ place }) => {
  test('finds them by what was sent, among however many of that name, and by the title of a file request', async () => {
    await using server = await startServer({ ...(await place()), environment: forNewAccounts })
    const [root, ada] = [await signUpAdmin(server), await signUp(server)]
    const { database, clock } = server.services
    const plan = await upload(server.baseUrl, Buffer.from('1'), {}, 'floor plan.txt')
    const request = await makeRequest(server, ada, { title: 'Übersicht der Löhne' })
    const numbers: string[] = []
    for (const link of [plan.downloadUrl, request.url])
      numbers.push((await reportLink(server, link, '192.0.2.1')).number)
    const rows = Array.from({ length: 2100 }, (_, n) =>
      transferRow({ name: `plan ${n}.pdf`, created_at: clock.now() + n, expires_at: clock.now() + HOUR }),
    )
    await insertTransfers(database, rows)
    const found = async (search: string) =>
      (await root.client.call('adminReports', { query: { search } })).cases.map(({ number }) => number)
    assert.deepEqual(await found('PLAN'), numbers.slice(0, 1))
    assert.deepEqual(await found('übersicht'), numbers.slice(1))
    assert.deepEqual(await found('pl'), numbers.slice(0, 1))
    assert.deepEqual(await found('ü%'), [])
  })
})
