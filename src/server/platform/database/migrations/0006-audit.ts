import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database-engine.ts'
import { index, schemaFor } from './schema-for.ts'

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
      await index(database, 'audit_log', ['at'])
      await index(database, 'audit_log', ['act', 'at'])
      await index(database, 'audit_log', ['actor_id'])
      await index(database, 'audit_log', ['subject_id'])
      for (const statement of keepEntries[engine]) await sql.raw(statement).execute(database)
    },
  }
}

/** What an entry says is never changed; only a person's name in it is, when the person is erased. */
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
