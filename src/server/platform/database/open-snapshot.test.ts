import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { forEachDatabase } from '#tests/support/databases.ts'

forEachDatabase('a snapshot', ({ engine, open }) => {
  test('sees one moment, while others write', async () => {
    const { database, snapshot } = await open()
    const write = (name: string) =>
      database.insertInto('locks').values({ name, holder: '', expires_at: 1 }).execute()
    await write('before')
    const seen = await snapshot(async (frozen) => {
      const names = () => frozen.selectFrom('locks').select('name').execute()
      const first = await names()
      await write('during')
      return [first, await names()]
    })
    assert.deepEqual(seen, [[{ name: 'before' }], [{ name: 'before' }]])
    assert.equal((await database.selectFrom('locks').select('name').execute()).length, 2)
  })

  test('cannot be written to, and leaves nothing behind when it fails', async () => {
    const { database, snapshot } = await open()
    const write = snapshot((frozen) =>
      frozen.insertInto('locks').values({ name: 'x', holder: '', expires_at: 1 }).execute(),
    )
    await assert.rejects(write, /read.?only/i)
    await database.insertInto('locks').values({ name: 'y', holder: '', expires_at: 1 }).execute()
    assert.equal(await snapshot(async () => 'again'), 'again')
  })

  test('of a sound database is sound; SQLite notices a row that refers to nothing', async () => {
    const { database, isIntact } = await open()
    assert.equal(await isIntact(), true)
    if (engine !== 'sqlite') return
    await sql`pragma foreign_keys = off`.execute(database)
    const slot = { file_id: 'nobody', type: 'server', sealed: new Uint8Array(), pair_id: null } as const
    await database.insertInto('file_slots').values(slot).execute()
    assert.equal(await isIntact(), false)
  })
})
