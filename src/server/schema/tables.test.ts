import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { fileRow, linkRow, transferRow } from '#tests/support/databases/transfer-rows.ts'
import type { Database, ReservationsRow, SlotsRow, TransfersRow } from '../platform/database/database.ts'

const largest = Number.MAX_SAFE_INTEGER
const hash = new Uint8Array(32).fill(7)

forEachDatabase('the tables', ({ open }) => {
  let database: Database
  before(async () => {
    database = (await open()).database
  })

  test('give back what was put in, to the ends of every range', async () => {
    const row: TransfersRow = {
      ...transfer('round-trip'),
      name: 'Größe 🙂 ﷽ 한국어 \u202Ee\u0301"\'\\\n.txt',
      message: '',
      size: largest,
      created_at: 0,
      expires_at: largest,
      manage_token_hash: Uint8Array.from({ length: 256 }, (_, byte) => byte),
      downloads: largest,
      password_protected: 1,
    }
    await insert(row)
    const read = await database
      .selectFrom('transfers')
      .selectAll()
      .where('id', '=', row.id)
      .executeTakeFirst()
    assert.deepEqual(read, row)
  })

  test('take empty bytes, and a Buffer for bytes', async () => {
    await database
      .insertInto('day_keys')
      .values({ day: '1970-01-01', kid: '', sealed: new Uint8Array() })
      .execute()
    await database
      .insertInto('day_keys')
      .values({ day: '1970-01-02', kid: '', sealed: Buffer.from('abc') })
      .execute()
    assert.deepEqual(await database.selectFrom('day_keys').selectAll().orderBy('day').execute(), [
      { day: '1970-01-01', kid: '', sealed: new Uint8Array() },
      { day: '1970-01-02', kid: '', sealed: new Uint8Array([97, 98, 99]) },
    ])
  })

  test('find a row by its bytes', async () => {
    await insert(transfer('reserved'))
    await database
      .insertInto('links')
      .values(linkRow(transfer('reserved'), { id: 'reserved' }))
      .execute()
    await database.insertInto('reservations').values(reservation('reserved')).execute()
    const found = await database
      .selectFrom('reservations')
      .select('link_id')
      .where('ticket_hash', '=', hash)
      .executeTakeFirst()
    assert.deepEqual(found, { link_id: 'reserved' })
  })

  test('count, add and divide in whole numbers', async () => {
    await database
      .insertInto('locks')
      .values([lease('a', 7), lease('b', 8)])
      .execute()
    const sums = await database
      .selectFrom('locks')
      .select((of) => [
        of.fn.countAll<number>().as('count'),
        of.fn.sum<number>('expires_at').as('sum'),
        sql<number>`max(expires_at) / ${sql.val(3)}`.as('third'),
      ])
      .executeTakeFirst()
    assert.deepEqual(sums, { count: 2, sum: 15, third: 2 })
  })

  test('say how many rows a change met', async () => {
    await insert(transfer('counted'))
    const update = database.updateTable('transfers').set((of) => ({ downloads: of('downloads', '+', 1) }))
    assert.equal((await update.where('id', '=', 'counted').executeTakeFirst()).numUpdatedRows, 1n)
    assert.equal((await update.where('id', '=', 'nobody').executeTakeFirst()).numUpdatedRows, 0n)
    const back = await update.where('id', '=', 'counted').returning('downloads').executeTakeFirst()
    assert.deepEqual(back, { downloads: 2 })
  })

  test('lose files, slots, links and reservations with their transfer', async () => {
    const leaving = transfer('leaving')
    await insert(leaving)
    await database.insertInto('files').values(fileRow(leaving)).execute()
    await database
      .insertInto('slots')
      .values([slot('leaving', 'leaving'), { ...slot('leaving too', 'leaving'), kind: 'password' }])
      .execute()
    await database
      .insertInto('links')
      .values(linkRow(leaving, { id: 'leaving' }))
      .execute()
    await database
      .insertInto('reservations')
      .values({ ...reservation('leaving'), ticket_hash: Buffer.from('leaving') })
      .execute()
    await database.deleteFrom('transfers').where('id', '=', 'leaving').execute()
    for (const table of ['files', 'slots', 'links'] as const) {
      const left = database.selectFrom(table).select('id').where('transfer_id', '=', 'leaving')
      assert.deepEqual(await left.execute(), [], table)
    }
    const reservations = database.selectFrom('reservations').selectAll().where('link_id', '=', 'leaving')
    assert.deepEqual(await reservations.execute(), [])
  })

  const refused: Record<string, () => Promise<unknown>> = {
    'an id twice': () => insert(transfer('twice'), transfer('twice')),
    'a blob in two segments': async () => {
      const blob = { id: 'a blob', store: 'disk' as const, size: 1, created_at: 1, damaged_at: null }
      await database.insertInto('blobs').values(blob).execute()
      await database
        .insertInto('segments')
        .values(
          ['one', 'two'].map((file_id) => ({
            file_id,
            part: 'content' as const,
            position: 0,
            blob_id: 'a blob',
            size: 1,
          })),
        )
        .execute()
    },
    'a segment without a blob': () =>
      database
        .insertInto('segments')
        .values({ file_id: 'one', part: 'content', position: 0, blob_id: 'no blob', size: 1 })
        .execute(),
    'a flag of 2': () => insert({ ...transfer('flag'), password_protected: 2 }),
    'a negative size': () => insert({ ...transfer('size'), size: -1 }),
    'half a byte': () => insert({ ...transfer('size'), size: 0.5 }),
    'an end without a reason': () => insert({ ...transfer('end'), state: 'ended', ended_at: 1 }),
    'a reason without an end': () => insert({ ...transfer('end'), state: 'ended', ended_as: 'deleted' }),
    'an end that the state does not know': () =>
      insert({ ...transfer('end'), ended_at: 1, ended_as: 'deleted' }),
    'an unknown reason': () =>
      sql`update transfers set state = 'ended', ended_at = 1, ended_as = 'lost' where id = 'reserved'`.execute(
        database,
      ),
    'no name': () => sql`update transfers set name = null where id = 'reserved'`.execute(database),
    'text for a number': () =>
      sql`update transfers set size = 'large' where id = 'reserved'`.execute(database),
    'a slot of an unknown kind': () =>
      sql`insert into slots (id, transfer_id, kind, sealed) values ('x', 'reserved', 'plain', ${hash})`.execute(
        database,
      ),
    'an ML-KEM slot without a pair': () =>
      database
        .insertInto('slots')
        .values({ ...slot('x', 'reserved'), kind: 'ml-kem' })
        .execute(),
    'a slot without a transfer': () => database.insertInto('slots').values(slot('x', 'nobody')).execute(),
    'two files in one place': () => {
      const files = [fileRow(transfer('reserved')), fileRow(transfer('reserved'))]
      return database.insertInto('files').values(files).execute()
    },
    'a reservation without a link': () =>
      database
        .insertInto('reservations')
        .values({ ...reservation('nobody'), ticket_hash: Buffer.from('n') })
        .execute(),
    'a day twice': () => {
      const day = { day: '2000-01-01', kid: 'k', sealed: hash }
      return database.insertInto('day_keys').values([day, day]).execute()
    },
    'a lease twice': () =>
      database
        .insertInto('locks')
        .values([lease('twice', 1), lease('twice', 2)])
        .execute(),
  }
  for (const [what, attempt] of Object.entries(refused)) {
    test(`refuse ${what}`, async () => {
      await assert.rejects(attempt(), constraintFailure)
    })
  }

  test('keep nothing of a transaction that fails', async () => {
    await assert.rejects(
      database.transaction().execute(async (transaction) => {
        await transaction.insertInto('locks').values(lease('rolled back', 1)).execute()
        throw new Error('no')
      }),
      { message: 'no' },
    )
    assert.deepEqual(await leasesNamed('rolled back'), [])
  })

  test('do not show a transaction to others before it is committed', async () => {
    let looking: ReturnType<typeof leasesNamed> | undefined
    await database.transaction().execute(async (transaction) => {
      await transaction.insertInto('locks').values(lease('half', 1)).execute()
      // SQLite has one connection and answers this only after the transaction.
      looking = leasesNamed('half')
      await transaction.updateTable('locks').set({ holder: 'done' }).where('name', '=', 'half').execute()
    })
    assert.ok((await looking)?.every((row) => row.holder === 'done'))
    assert.deepEqual(await leasesNamed('half'), [{ ...lease('half', 1), holder: 'done' }])
  })

  test('let transactions that add to one row add up', async () => {
    await insert(transfer('busy'))
    const addOne = () =>
      database.transaction().execute((transaction) =>
        transaction
          .updateTable('transfers')
          .set((of) => ({ downloads: of('downloads', '+', 1) }))
          .where('id', '=', 'busy')
          .execute(),
      )
    await Promise.all(Array.from({ length: 20 }, addOne))
    const read = await database.selectFrom('transfers').select('downloads').where('id', '=', 'busy').execute()
    assert.deepEqual(read, [{ downloads: 20 }])
  })

  async function insert(...rows: TransfersRow[]): Promise<void> {
    for (const row of rows) await database.insertInto('transfers').values(row).execute()
  }

  function leasesNamed(name: string) {
    return database.selectFrom('locks').selectAll().where('name', '=', name).execute()
  }
})

/** SQLite and PostgreSQL (classes 22, data, and 23, integrity) name it differently; a typing slip is neither. */
function constraintFailure(error: unknown): boolean {
  assert.ok(error instanceof Error)
  const code = 'code' in error ? String(error.code) : ''
  return /constraint failed|cannot store/.test(error.message) || /^2[23]/.test(code)
}

function transfer(id: string): TransfersRow {
  return transferRow({ id, sealed_life_key: hash, manage_token_hash: hash })
}

function slot(id: string, transferId: string): SlotsRow {
  return { id, transfer_id: transferId, kind: 'server', sealed: hash, pair_id: null }
}

function reservation(linkId: string): ReservationsRow {
  return {
    ticket_hash: hash,
    link_id: linkId,
    sealed_key: hash,
    slot_id: null,
    expires_at: 1,
    until: null,
    delivered: '[]',
    running: 0,
    whole: 0,
    counted: 0,
  }
}

function lease(name: string, expiresAt: number) {
  return { name, holder: 'one', number: 1, instance: 'this', expires_at: expiresAt, wanted: 0 }
}
