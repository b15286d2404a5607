import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../engine.ts'

/** Texts of a table that a search covers, as SQL expressions in lower case; see platform/database/search.ts. */
type Searching = {
  readonly table: string
  /** The column with the time that the latest come first by. */
  readonly time: string
  texts(row?: string): readonly string[]
  /** The columns that the texts are made of. */
  readonly columns: readonly string[]
}

/** Makes an index of all runs of three characters in the texts of a table. */
export async function indexTrigrams(
  database: Kysely<unknown>,
  engine: Engine,
  searching: Searching,
): Promise<void> {
  for (const statement of statements[engine](searching)) await sql.raw(statement).execute(database)
}

const statements: Record<Engine, (searching: Searching) => string[]> = {
  /**
   * An FTS5 table that holds the index alone. Its rows have numbers, which rise with the time and are unique: a thousand for
   * each millisecond, one of which is drawn, and where it is used up, the next that is free. Deleted rows leave the index at
   * once (sqlite.org/fts5.html#the_secure_delete_configuration_option), as rows do. With that, FTS5 loses a row that is deleted
   * and comes back under the same number in one transaction: so a row that changes gets another one.
   */
  sqlite({ table, time, texts, columns }) {
    const numbers = `${table}_numbers`
    const index = `${table}_search`
    const text = (row: string) => texts(`${row}.`).join(` || char(10) || `)
    // An aggregate is drawn once, however often its number is read.
    const free = `(select case when exists (select 1 from ${numbers} where number = drawn.number)
          then (select taken.number + 1 from ${numbers} as taken where taken.number >= drawn.number
            and not exists (select 1 from ${numbers} as next where next.number = taken.number + 1)
            order by taken.number limit 1)
          else drawn.number end
        from (select new.${time} * 1000 + max(abs(random() % 1000)) as number) as drawn)`
    const takeOut = `insert into ${index} (${index}, rowid, text)
        select 'delete', number, ${text('old')} from ${numbers} where id = old.id;`
    const putIn = `insert into ${index} (rowid, text) select number, ${text('new')} from ${numbers} where id = new.id;`
    const isNamed = `${text('new')} <> ''`
    const changed = columns.map((column) => `old.${column} is not new.${column}`).join(' or ')
    return [
      `create table ${numbers} (number integer primary key, id text not null unique) strict`,
      `create virtual table ${index} using fts5(text, content='', tokenize='trigram case_sensitive 1', detail=none, columnsize=0)`,
      `insert into ${index} (${index}, rank) values ('secure-delete', 1)`,
      `create trigger ${table}_found after insert on ${table} when ${isNamed}
       begin insert into ${numbers} (number, id) select ${free}, new.id; ${putIn} end`,
      `create trigger ${table}_lost after delete on ${table}
       begin ${takeOut} delete from ${numbers} where id = old.id; end`,
      `create trigger ${table}_renamed after update of ${columns.join(', ')} on ${table} when ${changed}
       begin
         ${takeOut}
         insert into ${numbers} (number, id) select ${free}, new.id where ${isNamed}
           on conflict (id) do update set number = excluded.number;
         delete from ${numbers} where id = new.id and not (${isNamed});
         ${putIn}
       end`,
    ]
  },

  /** Without the extension pg_trgm, and the right to create it, there is no index: searches take longer. */
  postgres({ table, texts }) {
    const parts = texts().map((text) => `(${text}) gin_trgm_ops`)
    return [
      `do $$ begin
         create extension if not exists pg_trgm;
         create index ${table}_search on ${table} using gin (${parts.join(', ')}) with (gin_pending_list_limit = 256);
       exception when insufficient_privilege or undefined_file or feature_not_supported or undefined_object then
         raise notice 'no trigram index on ${table}';
       end $$`,
    ]
  },
}
