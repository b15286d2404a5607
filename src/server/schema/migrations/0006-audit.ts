import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { countRows } from './rows/counted-rows.ts'
import { index, schemaFor } from './rows/schema-for.ts'
import { indexTrigrams } from './rows/searched-rows.ts'

const DAY = 24 * 60 * 60_000

/** The audit log. */
export function createAudit(engine: Engine): Migration {
  const { text, integer, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'audit_log')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('at', integer, (column) => column.notNull())
        .addColumn('act', text, (column) => column.notNull())
        .addColumn('actor_id', text)
        .addColumn('actor_name', text)
        .addColumn('subject_id', text)
        .addColumn('subject_name', text)
        .addColumn('details', text, (column) => column.notNull())
        .addColumn('network', text)
        .execute()
      await index(database, 'audit_log', ['at', 'id'])
      await index(database, 'audit_log', ['act', 'at', 'id'])
      await index(database, 'audit_log', ['actor_id'])
      await index(database, 'audit_log', ['subject_id'])
      await countRows(database, engine, {
        table: 'audit_log',
        name: (row) => `'audit:' || ${row}.act`,
        bucket: (row) => `${row}.at / ${DAY}`,
        bytes: () => '0',
        columns: ['act', 'at'],
      })
      await indexTrigrams(database, engine, {
        table: 'audit_log',
        time: 'at',
        // Names of people have ASCII only, which lower() of both engines knows.
        texts: (row = '') => [
          `lower(coalesce(${row}actor_name, ''))`,
          `lower(coalesce(${row}subject_name, ''))`,
        ],
        columns: ['actor_name', 'subject_name'],
      })
      for (const statement of keepEntries[engine]) await sql.raw(statement).execute(database)
    },
  }
}

/** Entries are never changed, except that a person's name is replaced when they are erased. */
const keepEntries: Record<Engine, readonly string[]> = {
  sqlite: [
    `create trigger audit_log_stays before update of id, at, act, details, network on audit_log
     begin select raise(abort, 'the audit log is append-only'); end`,
  ],
  postgres: [
    `create function audit_log_stays() returns trigger language plpgsql as
     'begin raise exception ''the audit log is append-only'' using errcode = ''integrity_constraint_violation''; end'`,
    `create trigger audit_log_stays before update of id, at, act, details, network on audit_log
     for each row execute function audit_log_stays()`,
  ],
}
