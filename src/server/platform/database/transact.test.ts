import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { until } from '#tests/support/transfers/transfers.ts'
import type { Database } from './database.ts'
import { transact } from './transact.ts'

forEachDatabase('transact', ({ engine, open }) => {
  test('repeats a transaction that lost against another', async () => {
    const { database } = await open()
    await database
      .insertInto('jobs')
      .values(['a', 'b'].map((name) => ({ name, began_at: 0 })))
      .execute()
    const add = (transaction: Database, name: string) =>
      transaction
        .updateTable('jobs')
        .set(({ eb }) => ({ began_at: eb('began_at', '+', 1) }))
        .where('name', '=', name)
        .execute()
    let waiting = 0
    const both = Promise.withResolvers<void>()
    async function crosswise(first: string, second: string) {
      await transact(database, async (transaction) => {
        await add(transaction, first)
        waiting += 1
        // On SQLite one transaction runs at a time.
        if (waiting === 2 || engine === 'sqlite') both.resolve()
        await both.promise
        await add(transaction, second)
      })
    }
    await Promise.all([crosswise('a', 'b'), crosswise('b', 'a')])
    const rows = await database.selectFrom('jobs').select('began_at').execute()
    assert.deepEqual(rows, [{ began_at: 2 }, { began_at: 2 }])
    if (engine === 'postgres') assert.ok(waiting > 2)
  })

  test('is not needed for a statement alone: the database repeats it', {
    skip: engine === 'sqlite',
  }, async () => {
    const { database } = await open()
    let alone: Promise<unknown> | undefined
    await database.transaction().execute(async (running) => {
      // PostgreSQL undoes the one whose patience ends first.
      await sql`set local deadlock_timeout = '1h'`.execute(running)
      await sql`lock table files`.execute(running)
      alone = sql`select from transfers, files`.execute(database)
      await until(async () => {
        const waiting =
          await sql`select from pg_locks where relation = 'files'::regclass and not granted`.execute(running)
        return waiting.rows.length > 0
      })
      await sql`lock table transfers`.execute(running)
    })
    await alone
  })

  test('undoes everything when the work fails, and joins a transaction that is there', async () => {
    const { database } = await open()
    const insert = (transaction: Database, name: string) =>
      transaction.insertInto('jobs').values({ name, began_at: 0 }).execute()
    const failing = transact(database, async (transaction) => {
      await insert(transaction, 'outer')
      await transact(transaction, (same) => insert(same, 'inner'))
      throw new Error('no')
    })
    await assert.rejects(failing, /^Error: no$/)
    assert.deepEqual(await database.selectFrom('jobs').selectAll().execute(), [])
  })
})
