import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { countRows } from './rows/counted-rows.ts'
import { index, schemaFor } from './rows/schema-for.ts'
import { indexTrigrams } from './rows/searched-rows.ts'

const HOUR = 60 * 60_000

/** Transfers, their files, blobs, keys and links, and uploads under way: see tables/transfer-tables.ts. */
export function createTransfers(engine: Engine): Migration {
  const { text, folded, integer, flag, bytes, table } = schemaFor(engine)
  const required = (column: ColumnDefinitionBuilder) => column.notNull()
  const natural = (name: string) => (column: ColumnDefinitionBuilder) =>
    column.notNull().check(sql`${sql.ref(name)} >= 0`)
  const flagOf = (name: string) => (column: ColumnDefinitionBuilder) =>
    column.notNull().check(sql`${sql.ref(name)} in (0, 1)`)
  const ofTransfer = (column: ColumnDefinitionBuilder) =>
    column.notNull().references('transfers.id').onDelete('cascade')

  async function createTransferTables(database: Kysely<unknown>): Promise<void> {
    await table(database, 'transfers')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('owner_id', text)
      .addColumn('name', text, required)
      .addColumn('name_folded', folded, required)
      .addColumn('title', text)
      .addColumn('sender_name', text)
      .addColumn('message', text)
      .addColumn('state', text, (column) =>
        column.notNull().check(sql`state in ('ready', 'disabled', 'ended')`),
      )
      .addColumn('encryption_method', text, required)
      .addColumn('password_protected', flag, flagOf('password_protected'))
      .addColumn('delete_after_download', flag, flagOf('delete_after_download'))
      .addColumn('size', integer, natural('size'))
      .addColumn('file_count', integer, natural('file_count'))
      .addColumn('next_position', integer, natural('next_position'))
      .addColumn('downloads', integer, natural('downloads'))
      .addColumn('created_at', integer, required)
      .addColumn('expires_at', integer, required)
      .addColumn('key_day', text, required)
      .addColumn('sealed_life_key', bytes, required)
      .addColumn('manage_token_hash', bytes, required)
      .addColumn('version', integer, natural('version'))
      .addColumn('held_until', integer)
      .addColumn('ended_at', integer)
      .addColumn('ended_as', text, (column) =>
        column.check(sql`ended_as in ('expired', 'deleted', 'downloaded')`),
      )
      .addColumn('cleared', flag, flagOf('cleared'))
      .addCheckConstraint('transfers_held', sql`(state = 'disabled') = (held_until is not null)`)
      .addColumn('request_id', text)
      .addColumn('uploader_name', text)
      .addColumn('uploader_email', text)
      .addColumn('visitor_hash', bytes)
      .addCheckConstraint(
        'transfers_ended_once',
        sql`(state = 'ended') = (ended_at is not null) and (ended_at is null) = (ended_as is null)`,
      )
      .execute()
    // For the sweep: what is over, what still has blobs, and the days that no transfer needs any more.
    await index(database, 'transfers', ['ended_at', 'expires_at', 'id', 'created_at', 'size'])
    // Small, so that no planner takes the other one, in which those that have lost their blobs come first.
    await sql`create index transfers_uncleared on transfers (ended_at) where cleared = 0 and ended_at is not null`.execute(
      database,
    )
    await index(database, 'transfers', ['key_day', 'ended_at'])
    // Each holds what is asked of it, so that rows are read for one page alone: pages of all transfers, a person's list and
    // totals. That downloads are in it costs each of them an entry; without, the portal of an owner with 50 000 transfers
    // read as many rows, from all over the table.
    await index(database, 'transfers', ['created_at', 'id', 'ended_as', 'expires_at', 'name_folded'])
    const ofOwner = ['owner_id', 'ended_as', 'created_at', 'id', 'expires_at', 'size', 'name_folded']
    await index(database, 'transfers', [...ofOwner, 'downloads'])
    await database.schema
      .createIndex('transfers_of_request')
      .on('transfers')
      .columns(['request_id', 'ended_as', 'created_at', 'id'])
      .where(sql.ref('request_id'), 'is not', null)
      .execute()
    // For the rights of visitors of file requests.
    await sql`create index transfers_uploader on transfers (lower(uploader_email)) where uploader_email is not null`.execute(
      database,
    )
    await countRows(database, engine, {
      table: 'transfers',
      name: (row) => `'transfers:' || coalesce(${row}.ended_as, 'live')`,
      bucket: (row) => `${row}.created_at / ${HOUR}`,
      bytes: (row) => `${row}.size`,
      columns: ['ended_as', 'created_at', 'size'],
    })
    await indexTrigrams(database, engine, {
      table: 'transfers',
      time: 'created_at',
      texts: (row = '') => [`${row}name_folded`],
      columns: ['name_folded'],
    })

    await table(database, 'files')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('transfer_id', text, ofTransfer)
      .addColumn('position', integer, natural('position'))
      .addColumn('filename', text, required)
      .addColumn('mime_type', text, required)
      .addColumn('size', integer, natural('size'))
      .addColumn('original_size', integer, natural('original_size'))
      .addColumn('packed', flag, flagOf('packed'))
      .addColumn('file_count', integer, natural('file_count'))
      .addColumn('scan', text, (column) =>
        column.notNull().check(sql`scan in ('clean', 'checked', 'unscanned')`),
      )
      .addUniqueConstraint('files_transfer_position', ['transfer_id', 'position'])
      .execute()

    await table(database, 'blobs')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('store', text, required)
      .addColumn('size', integer, natural('size'))
      .addColumn('created_at', integer, required)
      .addColumn('damaged_at', integer)
      .execute()
    await index(database, 'blobs', ['damaged_at'])

    await table(database, 'small_blobs')
      .addColumn('id', text, (column) =>
        column.primaryKey().notNull().references('blobs.id').onDelete('cascade'),
      )
      .addColumn('content', bytes, required)
      .execute()

    await table(database, 'orphans')
      .addColumn('blob_id', text, (column) => column.primaryKey().notNull())
      .addColumn('store', text, required)
      .addColumn('first_seen', integer, required)
      .addColumn('last_seen', integer, required)
      .addColumn('removed_at', integer)
      .execute()

    // No reference to files: the segments of an unfinished upload come before its file.
    await table(database, 'segments')
      .addColumn('file_id', text, required)
      .addColumn('part', text, (column) =>
        column.notNull().check(sql`part in ('content', 'members', 'thumbnails')`),
      )
      .addColumn('position', integer, natural('position'))
      .addColumn('blob_id', text, (column) => column.notNull().unique().references('blobs.id'))
      .addColumn('size', integer, natural('size'))
      .addPrimaryKeyConstraint('segments_pk', ['file_id', 'part', 'position'])
      .execute()

    // A slot goes with its pair. While an upload inserts one, the pair cannot be deleted.
    await table(database, 'slots')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('transfer_id', text, ofTransfer)
      .addColumn('kind', text, (column) =>
        column.notNull().check(sql`kind in ('server', 'password', 'ml-kem')`),
      )
      .addColumn('sealed', bytes, required)
      .addColumn('pair_id', text, (column) => column.references('ml_kem_pairs.id').onDelete('cascade'))
      .addCheckConstraint('slots_pair', sql`(kind = 'ml-kem') = (pair_id is not null)`)
      .execute()
    await index(database, 'slots', ['transfer_id'])
    await index(database, 'slots', ['pair_id'])

    await table(database, 'day_keys')
      .addColumn('day', text, (column) => column.primaryKey().notNull())
      .addColumn('kid', text, required)
      .addColumn('sealed', bytes, required)
      .execute()
  }

  async function createLinkTables(database: Kysely<unknown>): Promise<void> {
    await table(database, 'links')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('transfer_id', text, ofTransfer)
      .addColumn('kind', text, (column) =>
        column.notNull().check(sql`kind in ('main', 'extra', 'recipient')`),
      )
      .addColumn('label', text)
      .addColumn('recipient', text)
      .addColumn('language', text)
      .addColumn('needs_code', flag, flagOf('needs_code'))
      .addColumn('mailed', text, (column) => column.check(sql`mailed in ('queued', 'accepted', 'bounced')`))
      .addColumn('download_limit', integer, (column) => column.check(sql`download_limit > 0`))
      .addColumn('downloads', integer, natural('downloads'))
      .addColumn('created_at', integer, required)
      .addColumn('expires_at', integer)
      .addColumn('revoked_at', integer)
      .addColumn('opened_at', integer)
      .addColumn('first_download_at', integer)
      .addColumn('last_download_at', integer)
      .addCheckConstraint('links_code', sql`needs_code = 0 or kind = 'recipient'`)
      .execute()
    await index(database, 'links', ['transfer_id'])
    // For the sweep: links that are over before their transfer. Few have an end of their own.
    await database.schema
      .createIndex('links_own_end')
      .on('links')
      .columns(['expires_at', 'id'])
      .where(sql.ref('expires_at'), 'is not', null)
      .execute()
    // For the rights of the person that a link was made for. Addresses have ASCII only, which lower() of both engines knows.
    await sql`create index links_address on links (lower(recipient)) where recipient is not null`.execute(
      database,
    )

    await table(database, 'reservations')
      .addColumn('ticket_hash', bytes, (column) => column.primaryKey().notNull())
      .addColumn('link_id', text, (column) => column.notNull().references('links.id').onDelete('cascade'))
      .addColumn('sealed_key', bytes, required)
      .addColumn('slot_id', text)
      .addColumn('expires_at', integer, required)
      .addColumn('until', integer)
      .addColumn('running', flag, flagOf('running'))
      .addColumn('delivered', text, required)
      .addColumn('whole', flag, flagOf('whole'))
      .addColumn('counted', flag, flagOf('counted'))
      .execute()
    await index(database, 'reservations', ['link_id', 'until'])
    await index(database, 'reservations', ['expires_at'])
    await index(database, 'reservations', ['whole', 'until'])

    await table(database, 'transfer_events')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('transfer_id', text, ofTransfer)
      .addColumn('at', integer, required)
      .addColumn('kind', text, required)
      .addColumn('link_id', text)
      .addColumn('network', text)
      .addColumn('details', text, required)
      .execute()
    await index(database, 'transfer_events', ['transfer_id', 'at'])
    // For the sweep, which forgets networks: most rows have none any more.
    await database.schema
      .createIndex('transfer_events_network_at')
      .on('transfer_events')
      .column('at')
      .where(sql.ref('network'), 'is not', null)
      .execute()
  }

  async function createUploadTables(database: Kysely<unknown>): Promise<void> {
    await table(database, 'uploads')
      .addColumn('id_hash', bytes, (column) => column.primaryKey().notNull())
      .addColumn('transfer_id', text, (column) => column.notNull().unique())
      .addColumn('file_id', text, (column) => column.notNull().unique())
      .addColumn('owner_id', text)
      .addColumn('length', integer, natural('length'))
      .addColumn('received', integer, (column) => column.notNull().check(sql`received <= length`))
      .addColumn('metadata', bytes, required)
      .addColumn('sealed_key', bytes, required)
      .addColumn('key_day', text, required)
      .addColumn('outcome', text)
      .addColumn('created_at', integer, required)
      .addColumn('expires_at', integer, required)
      .execute()
    await index(database, 'uploads', ['expires_at'])
    await index(database, 'uploads', ['key_day'])
    await index(database, 'uploads', ['owner_id'])

    await table(database, 'upload_claims')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('owner_id', text)
      .addColumn('request_id', text)
      .addColumn('network', text, required)
      .addColumn('bytes', integer, natural('bytes'))
      .addColumn('stored', integer, natural('stored'))
      .addColumn('until', integer, required)
      .execute()
    await index(database, 'upload_claims', ['owner_id', 'until'])
    await index(database, 'upload_claims', ['network', 'until'])
    await index(database, 'upload_claims', ['request_id', 'until'])

    await table(database, 'upload_steps')
      .addColumn('token_hash', bytes, (column) => column.primaryKey().notNull())
      .addColumn('step', text, required)
      .addColumn('expires_at', integer, required)
      .execute()
    await index(database, 'upload_steps', ['expires_at'])
  }

  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await createTransferTables(database)
      await createLinkTables(database)
      await createUploadTables(database)
    },
  }
}
