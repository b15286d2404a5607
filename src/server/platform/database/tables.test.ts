import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { forEachDatabase } from '#tests/support/databases.ts'
import type { Database, FilesRow } from './database.ts'

const largest = Number.MAX_SAFE_INTEGER
const hash = new Uint8Array(32).fill(7)

forEachDatabase('the tables', ({ open }) => {
  let database: Database
  before(async () => {
    database = (await open()).database
  })

  test('give back what was put in, to the ends of every range', async () => {
    const row: FilesRow = {
      ...file('round-trip'),
      filename: 'Größe 🙂 ﷽ 한국어 \u202Ee\u0301"\'\\\n.txt',
      description: '',
      size: largest,
      uploaded_at: 0,
      expires_at: largest,
      deletion_token_hash: Uint8Array.from({ length: 256 }, (_, byte) => byte),
      download_count: largest,
      password_protected: 1,
    }
    await database.insertInto('files').values(row).execute()
    const read = await database.selectFrom('files').selectAll().where('id', '=', row.id).executeTakeFirst()
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
    await database.insertInto('files').values(file('ticketed')).execute()
    await database.insertInto('download_tickets').values(ticket('ticketed')).execute()
    const found = await database
      .selectFrom('download_tickets')
      .select('file_id')
      .where('hash', '=', hash)
      .executeTakeFirst()
    assert.deepEqual(found, { file_id: 'ticketed' })
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
    await database.insertInto('files').values(file('counted')).execute()
    const update = database
      .updateTable('files')
      .set((of) => ({ download_count: of('download_count', '+', 1) }))
    assert.equal((await update.where('id', '=', 'counted').executeTakeFirst()).numUpdatedRows, 1n)
    assert.equal((await update.where('id', '=', 'nobody').executeTakeFirst()).numUpdatedRows, 0n)
    const back = await update.where('id', '=', 'counted').returning('download_count').executeTakeFirst()
    assert.deepEqual(back, { download_count: 2 })
  })

  test('lose slots and tickets with their file', async () => {
    await database.insertInto('files').values(file('leaving')).execute()
    await database
      .insertInto('file_slots')
      .values([
        { file_id: 'leaving', type: 'server', sealed: hash },
        { file_id: 'leaving', type: 'password', sealed: hash },
      ])
      .execute()
    await database
      .insertInto('download_tickets')
      .values({ ...ticket('leaving'), hash: Buffer.from('leaving') })
      .execute()
    await database.deleteFrom('files').where('id', '=', 'leaving').execute()
    for (const table of ['file_slots', 'download_tickets'] as const) {
      assert.deepEqual(
        await database.selectFrom(table).selectAll().where('file_id', '=', 'leaving').execute(),
        [],
      )
    }
  })

  const refused: Record<string, () => Promise<unknown>> = {
    'an id twice': () => insertFiles(file('twice'), file('twice')),
    'a blob in two files': () =>
      database
        .insertInto('pieces')
        .values(['one', 'two'].map((file_id) => ({ file_id, position: 0, blob_id: 'a blob', size: 1 })))
        .execute(),
    'a flag of 2': () => insertFiles({ ...file('flag'), password_protected: 2 }),
    'a negative size': () => insertFiles({ ...file('size'), size: -1 }),
    'half a byte': () => insertFiles({ ...file('size'), size: 0.5 }),
    'an end without a reason': () => insertFiles({ ...file('end'), ended_at: 1 }),
    'a reason without an end': () => insertFiles({ ...file('end'), ended_as: 'deleted' }),
    'an unknown reason': () =>
      sql`update files set ended_at = 1, ended_as = 'lost' where id = 'ticketed'`.execute(database),
    'no file name': () => sql`update files set filename = null where id = 'ticketed'`.execute(database),
    'text for a number': () => sql`update files set size = 'large' where id = 'ticketed'`.execute(database),
    'a slot of an unknown type': () =>
      sql`insert into file_slots (file_id, type, sealed) values ('ticketed', 'plain', ${hash})`.execute(
        database,
      ),
    'two slots of one type': () => {
      const slot = { file_id: 'ticketed', type: 'server', sealed: hash } as const
      return database.insertInto('file_slots').values([slot, slot]).execute()
    },
    'a slot without a file': () =>
      database.insertInto('file_slots').values({ file_id: 'nobody', type: 'server', sealed: hash }).execute(),
    'a ticket without a file': () =>
      database
        .insertInto('download_tickets')
        .values({ ...ticket('nobody'), hash: Buffer.from('n') })
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
    await database.insertInto('files').values(file('busy')).execute()
    const addOne = () =>
      database.transaction().execute((transaction) =>
        transaction
          .updateTable('files')
          .set((of) => ({ download_count: of('download_count', '+', 1) }))
          .where('id', '=', 'busy')
          .execute(),
      )
    await Promise.all(Array.from({ length: 20 }, addOne))
    const read = await database
      .selectFrom('files')
      .select('download_count')
      .where('id', '=', 'busy')
      .execute()
    assert.deepEqual(read, [{ download_count: 20 }])
  })

  async function insertFiles(...rows: FilesRow[]): Promise<void> {
    for (const row of rows) await database.insertInto('files').values(row).execute()
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

function file(id: string): FilesRow {
  return {
    id,
    owner_id: null,
    filename: 'a.txt',
    filename_folded: 'a.txt',
    size: 0,
    mime_type: 'text/plain',
    description: null,
    encryption_method: 'aes-256-gcm',
    password_protected: 0,
    delete_after_download: 0,
    uploaded_at: 1,
    expires_at: 2,
    expiry_day: '1970-01-01',
    scan: 'checked',
    deletion_token_hash: hash,
    download_count: 0,
    ended_at: null,
    ended_as: null,
    blob_removed: 0,
  }
}

function ticket(fileId: string) {
  return { hash, file_id: fileId, sealed_key: hash, expires_at: 1, delivered: '[]', counted: 0 }
}

function lease(name: string, expiresAt: number) {
  return { name, holder: 'one', expires_at: expiresAt }
}
