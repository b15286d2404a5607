import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { forEachDatabase } from '#tests/support/databases/databases.ts'

forEachDatabase('a snapshot', ({ engine, open }) => {
  test('sees one moment, while others write', async () => {
    const {
      database,
      engine: { snapshot },
    } = await open()
    const write = (name: string) => database.insertInto('jobs').values({ name, began_at: 1 }).execute()
    await write('before')
    const seen = await snapshot(async (frozen) => {
      const names = () => frozen.selectFrom('jobs').select('name').execute()
      const first = await names()
      await write('during')
      return [first, await names()]
    })
    assert.deepEqual(seen, [[{ name: 'before' }], [{ name: 'before' }]])
    assert.equal((await database.selectFrom('jobs').select('name').execute()).length, 2)
  })

  test('cannot be written to, and leaves nothing behind when it fails', async () => {
    const {
      database,
      engine: { snapshot },
    } = await open()
    const write = snapshot((frozen) => frozen.insertInto('jobs').values({ name: 'x', began_at: 1 }).execute())
    await assert.rejects(write, /read.?only/i)
    await database.insertInto('jobs').values({ name: 'y', began_at: 1 }).execute()
    assert.equal(await snapshot(async () => 'again'), 'again')
  })

  test('of a sound database is sound; SQLite notices a row that refers to nothing', async () => {
    const {
      database,
      engine: { isIntact },
    } = await open()
    assert.equal(await isIntact(), true)
    if (engine !== 'sqlite') return
    await sql`pragma foreign_keys = off`.execute(database)
    const slot = {
      id: 'one',
      transfer_id: 'nobody',
      kind: 'server',
      sealed: new Uint8Array(),
      pair_id: null,
    } as const
    await database.insertInto('slots').values(slot).execute()
    assert.equal(await isIntact(), false)
  })
})
