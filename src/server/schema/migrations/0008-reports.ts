import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { index, schemaFor } from './rows/schema-for.ts'

/** Reports, the cases they belong to, decisions and what follows from them: see tables/report-tables.ts. */
export function createReports(engine: Engine): Migration {
  const { text, integer, flag, bytes, table } = schemaFor(engine)
  const required = (column: ColumnDefinitionBuilder) => column.notNull()
  const flagOf = (name: string) => (column: ColumnDefinitionBuilder) =>
    column.notNull().check(sql`${sql.ref(name)} in (0, 1)`)
  const ofCase = (column: ColumnDefinitionBuilder) =>
    column.notNull().references('cases.id').onDelete('cascade')

  async function createCases(database: Kysely<unknown>): Promise<void> {
    await table(database, 'cases')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('number', text, (column) => column.notNull().unique())
      .addColumn('transfer_id', text, required)
      .addColumn('reason', text, required)
      .addColumn('severity', integer, (column) => column.notNull().check(sql`severity between 1 and 3`))
      .addColumn('state', text, (column) =>
        column.notNull().check(sql`state in ('open', 'disabled', 'decided', 'appealed', 'closed')`),
      )
      .addColumn('opened_at', integer, required)
      .addColumn('due_at', integer, required)
      .addColumn('decided_at', integer)
      .addColumn('disabled_at', integer)
      .addColumn('disabled_by', text, (column) => column.check(sql`disabled_by in ('rule', 'person')`))
      .addColumn('rule_until', integer)
      .addColumn('button_used', flag, flagOf('button_used'))
      .addColumn('assignee_id', text)
      .addColumn('assignee_name', text)
      .addColumn('assigned_at', integer)
      .addColumn('uploader_id', text)
      .addColumn('uploader_network', bytes)
      .addColumn('hashes', text, required)
      .addColumn('same_content', text, required)
      .addColumn('hash_after', integer)
      .execute()
    await index(database, 'cases', ['transfer_id', 'state'])
    await index(database, 'cases', ['state', 'severity', 'due_at'])
    await index(database, 'cases', ['decided_at'])
    await index(database, 'cases', ['rule_until'])
    await index(database, 'cases', ['uploader_id'])
    await index(database, 'cases', ['assignee_id'])

    await table(database, 'reports')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('number', text, (column) => column.notNull().unique())
      .addColumn('case_id', text, ofCase)
      .addColumn('reason', text, required)
      .addColumn('explanation', text)
      .addColumn('name', text)
      .addColumn('email', text)
      .addColumn('language', text, required)
      .addColumn('confirmed', flag, flagOf('confirmed'))
      .addColumn('network_hash', bytes, required)
      .addColumn('email_hash', bytes)
      .addColumn('received_at', integer, required)
      .addColumn('gone', flag, flagOf('gone'))
      .addColumn('unfounded', flag, (column) => column.check(sql`unfounded in (0, 1)`))
      .addColumn('appealed_at', integer)
      .execute()
    await index(database, 'reports', ['case_id'])
    await index(database, 'reports', ['received_at'])
    await index(database, 'reports', ['network_hash', 'unfounded'])
    await index(database, 'reports', ['email_hash', 'unfounded'])

    await table(database, 'case_entries')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('case_id', text, ofCase)
      .addColumn('at', integer, required)
      .addColumn('kind', text, required)
      .addColumn('actor_id', text)
      .addColumn('actor_name', text)
      .addColumn('text', text)
      .execute()
    await index(database, 'case_entries', ['case_id', 'at'])
    await index(database, 'case_entries', ['kind', 'at'])
    await index(database, 'case_entries', ['actor_id'])
  }

  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await createCases(database)

      await table(database, 'decisions')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('case_id', text, ofCase)
        .addColumn('at', integer, required)
        .addColumn('action', text, (column) =>
          column.notNull().check(sql`action in ('none', 'disable', 'end', 'end-and-suspend', 'police')`),
        )
        .addColumn('ground_kind', text, (column) =>
          column.notNull().check(sql`ground_kind in ('law', 'terms')`),
        )
        .addColumn('ground_country', text)
        .addColumn('ground_reference', text, required)
        .addColumn('facts', text, required)
        .addColumn('automated', flag, flagOf('automated'))
        .addColumn('others', integer, required)
        .addColumn('final', flag, flagOf('final'))
        .addColumn('appealed_at', integer)
        .execute()
      await index(database, 'decisions', ['case_id', 'at'])
      await index(database, 'decisions', ['at'])

      await table(database, 'strikes')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('user_id', text, (column) => column.references('users.id').onDelete('cascade'))
        .addColumn('network_hash', bytes)
        .addColumn('case_id', text, ofCase)
        .addColumn('kind', text, (column) => column.notNull().check(sql`kind in ('upheld', 'suspension')`))
        .addColumn('at', integer, required)
        .addColumn('until', integer, required)
        .execute()
      await index(database, 'strikes', ['user_id', 'kind', 'until'])
      await index(database, 'strikes', ['network_hash', 'kind', 'until'])
      await index(database, 'strikes', ['case_id'])
      await index(database, 'strikes', ['kind', 'until'])

      await table(database, 'blocked_content')
        .addColumn('sha256', text, (column) => column.primaryKey().notNull())
        .addColumn('reason', text, required)
        .addColumn('added_by', text, (column) => column.references('users.id').onDelete('set null'))
        .addColumn('added_at', integer, required)
        .execute()
      await index(database, 'blocked_content', ['added_by'])
    },
  }
}
