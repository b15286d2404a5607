import { Client } from 'pg'
import * as z from 'zod'

const texts = z.array(z.object({ text: z.string() }))

/** The tables of a schema in the order of their names, with their columns as `create table` has them. */
const tables = `
  select format('create table %I (%s)', c.relname, string_agg(
    format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attcollation <> t.typcollation then format(' collate %I', co.collname) else '' end,
      case when a.attnotnull then ' not null' else '' end)
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), ''), ', ' order by a.attnum)) as text
  from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_collation co on co.oid = a.attcollation
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  group by c.relname order by c.relname`

const extensions = `select format('create extension if not exists %I', extname) as text
  from pg_extension where extname <> 'plpgsql' order by 1`

/** Keys before what refers to them. */
const constraints = `
  select format('alter table %I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as text
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.connamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'c', 'f')
  order by position(k.contype::text in 'pucf'), 1`

const indexes = `
  select pg_get_indexdef(i.indexrelid) as text from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  order by 1`

const functions = `
  select pg_get_functiondef(p.oid) as text from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`

const triggers = `
  select pg_get_triggerdef(t.oid) as text from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal order by 1`

/**
 * A PostgreSQL database as SQL that makes it anew in an empty one: what pg_dump gives of tables, constraints, indexes,
 * functions, triggers and rows, which is all that this service has. The PostgreSQL of the tests comes without pg_dump.
 */
export async function dumpPostgres(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const read = async (query: string) =>
      texts.parse((await client.query(query)).rows).map(({ text }) => text)
    const names = await read(
      `select relname as text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    const rows: string[] = []
    for (const name of names) {
      // A record as PostgreSQL writes and reads it keeps every type.
      const records = await read(`select t::text as text from ${client.escapeIdentifier(name)} t order by 1`)
      for (const record of records) {
        const table = client.escapeIdentifier(name)
        rows.push(`insert into ${table} select (${client.escapeLiteral(record)}::${table}).*`)
      }
    }
    const statements = [
      ...(await read(extensions)),
      ...(await read(tables)),
      ...rows,
      ...(await read(constraints)),
      ...(await read(indexes)),
      ...(await read(functions)),
      ...(await read(triggers)),
    ]
    return `${statements.join(';\n')};\n`
  } finally {
    await client.end()
  }
}

/** Runs such a dump on an empty database. */
export async function loadPostgres(url: string, dump: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(dump)
  } finally {
    await client.end()
  }
}
