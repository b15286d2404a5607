import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../engine.ts'

/**
 * Which rows of a table are counted under which name, see platform/database/counters.ts. Every function is given the name
 * of a row within a trigger and answers with an SQL expression that means the same on both engines.
 */
type Counting = {
  readonly table: string
  name(row: string): string
  bucket(row: string): string
  bytes(row: string): string
  /** The columns that the others are made of. */
  readonly columns: readonly string[]
}

/** Keeps the counters of a table, in each transaction that changes it. */
export async function countRows(
  database: Kysely<unknown>,
  engine: Engine,
  counting: Counting,
): Promise<void> {
  for (const statement of statements[engine](counting)) await sql.raw(statement).execute(database)
}

const statements: Record<Engine, (counting: Counting) => string[]> = {
  sqlite({ table, name, bucket, bytes, columns }) {
    const add = (row: string, sign: '' | '-') =>
      `insert into counters (name, bucket, shard, amount, bytes)
       values (${name(row)}, ${bucket(row)}, 0, ${sign}1, ${sign}${bytes(row)})
       on conflict (name, bucket, shard) do update set amount = amount + excluded.amount, bytes = bytes + excluded.bytes;`
    const changed = columns.map((column) => `old.${column} is not new.${column}`).join(' or ')
    return [
      `create trigger ${table}_counted after insert on ${table} begin ${add('new', '')} end`,
      `create trigger ${table}_uncounted after delete on ${table} begin ${add('old', '-')} end`,
      `create trigger ${table}_recounted after update of ${columns.join(', ')} on ${table} when ${changed}
       begin ${add('old', '-')} ${add('new', '')} end`,
    ]
  },

  /**
   * Rows that come or go by one statement are counted together. A counter has several rows, so that connections do not wait for
   * each other's commits.
   */
  postgres({ table, name, bucket, bytes, columns }) {
    const add = (from: string) =>
      `insert into counters (name, bucket, shard, amount, bytes)
       select name, bucket, pg_backend_pid() % 8, sum(amount), sum(bytes) from (${from}) as changes (name, bucket, amount, bytes)
       group by name, bucket order by name, bucket
       on conflict (name, bucket, shard) do update
         set amount = counters.amount + excluded.amount, bytes = counters.bytes + excluded.bytes;`
    const change = (row: string, sign: '' | '-') =>
      `select ${name(row)}, ${bucket(row)}, ${sign}1, ${sign}${bytes(row)}`
    const changed = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
    const trigger = (called: string, body: string) =>
      `create function ${table}_${called}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`
    return [
      trigger('counted', add(`${change('added', '')} from added`)),
      trigger('uncounted', add(`${change('removed', '-')} from removed`)),
      trigger('recounted', add(`${change('old', '-')} union all ${change('new', '')}`)),
      `create trigger ${table}_counted after insert on ${table}
       referencing new table as added for each statement execute function ${table}_counted()`,
      `create trigger ${table}_uncounted after delete on ${table}
       referencing old table as removed for each statement execute function ${table}_uncounted()`,
      `create trigger ${table}_recounted after update of ${columns.join(', ')} on ${table}
       for each row when (${changed}) execute function ${table}_recounted()`,
    ]
  },
}
