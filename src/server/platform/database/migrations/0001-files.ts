import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { index, schemaFor } from './schema-for.ts'

/** Files, their pieces and key slots, day keys, download tickets and locks: see platform/database/database.ts. */
export function createFiles(engine: Engine): Migration {
  const { text, folded, integer, flag, bytes, table } = schemaFor(engine)

  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'files')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('owner_id', text)
        .addColumn('filename', text, (column) => column.notNull())
        .addColumn('filename_folded', folded, (column) => column.notNull())
        .addColumn('size', integer, (column) => column.notNull().check(sql`size >= 0`))
        .addColumn('mime_type', text, (column) => column.notNull())
        .addColumn('description', text)
        .addColumn('encryption_method', text, (column) => column.notNull())
        .addColumn('password_protected', flag, (column) =>
          column.notNull().check(sql`password_protected in (0, 1)`),
        )
        .addColumn('delete_after_download', flag, (column) =>
          column.notNull().check(sql`delete_after_download in (0, 1)`),
        )
        .addColumn('uploaded_at', integer, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .addColumn('expiry_day', text, (column) => column.notNull())
        .addColumn('scan', text, (column) =>
          column.notNull().check(sql`scan in ('clean', 'checked', 'unscanned')`),
        )
        .addColumn('deletion_token_hash', bytes, (column) => column.notNull())
        .addColumn('download_count', integer, (column) => column.notNull().check(sql`download_count >= 0`))
        .addColumn('ended_at', integer)
        .addColumn('ended_as', text, (column) =>
          column.check(sql`ended_as in ('expired', 'deleted', 'downloaded')`),
        )
        .addColumn('blob_removed', flag, (column) => column.notNull().check(sql`blob_removed in (0, 1)`))
        .addCheckConstraint('files_ended_once', sql`(ended_at is null) = (ended_as is null)`)
        .execute()
      // For the sweep: what is over, what still has a blob, and the days that no file needs any more.
      await index(database, 'files', ['ended_at', 'expires_at'])
      await index(database, 'files', ['blob_removed', 'ended_at'])
      await index(database, 'files', ['expiry_day'])
      // For a person's list of files, and the sum of their sizes.
      await index(database, 'files', ['owner_id', 'ended_at', 'uploaded_at'])

      // No reference to files: the pieces of an unfinished upload come before its file.
      await table(database, 'pieces')
        .addColumn('file_id', text, (column) => column.notNull())
        .addColumn('position', integer, (column) => column.notNull().check(sql`position >= 0`))
        .addColumn('blob_id', text, (column) => column.notNull().unique())
        .addColumn('size', integer, (column) => column.notNull().check(sql`size >= 0`))
        .addPrimaryKeyConstraint('pieces_pk', ['file_id', 'position'])
        .execute()

      await table(database, 'file_slots')
        .addColumn('file_id', text, (column) => column.notNull().references('files.id').onDelete('cascade'))
        .addColumn('type', text, (column) =>
          column.notNull().check(sql`type in ('server', 'password', 'ml-kem')`),
        )
        .addColumn('sealed', bytes, (column) => column.notNull())
        .addPrimaryKeyConstraint('file_slots_pk', ['file_id', 'type'])
        .execute()

      await table(database, 'day_keys')
        .addColumn('day', text, (column) => column.primaryKey().notNull())
        .addColumn('kid', text, (column) => column.notNull())
        .addColumn('sealed', bytes, (column) => column.notNull())
        .execute()

      await table(database, 'download_tickets')
        .addColumn('hash', bytes, (column) => column.primaryKey().notNull())
        .addColumn('file_id', text, (column) => column.notNull().references('files.id').onDelete('cascade'))
        .addColumn('sealed_key', bytes, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .addColumn('delivered', 'text', (column) => column.notNull())
        .addColumn('counted', flag, (column) => column.notNull().check(sql`counted in (0, 1)`))
        .execute()
      await index(database, 'download_tickets', ['expires_at'])
      await index(database, 'download_tickets', ['file_id'])

      await table(database, 'locks')
        .addColumn('name', text, (column) => column.primaryKey().notNull())
        .addColumn('holder', text, (column) => column.notNull())
        .addColumn('expires_at', integer, (column) => column.notNull())
        .execute()
    },
  }
}
