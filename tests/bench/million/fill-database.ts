import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { foldForSearch } from '#server/platform/database/fold-for-search.ts'
import type { Engine } from '#server/schema/engine.ts'

/** How much there is to be of what. */
export type Amounts = { readonly transfers: number; readonly people: number; readonly entries: number }

/** What the names of the transfers are made of, so that a search finds a tenth of them, few or none. */
const words = [
  'report',
  'holiday',
  'contract',
  'Größe',
  'plan',
  'photo',
  'музыка',
  'invoice',
  'draft',
  'αρχείο',
]
const HOUR = 60 * 60_000
const DAY = 24 * HOUR
/** Rows made by one statement. */
const batch = 50_000

/** What the two engines write in different ways. */
const dialects = {
  sqlite: {
    // Nothing outlives the bench, and there is room.
    haste: ['pragma synchronous = off', 'pragma cache_size = -2000000'],
    id: sql`lower(hex(randomblob(11)))`,
    bytes: (length: number) => sql`randomblob(${length})`,
    text: (number: RawBuilder<unknown>) => sql`cast(${number} as text)`,
    padded: (number: RawBuilder<unknown>) => sql`printf('%017d', ${number})`,
    day: (ms: RawBuilder<unknown>) => sql`strftime('%Y-%m-%d', ${ms} / 1000, 'unixepoch')`,
    numbers: (from: number, to: number) =>
      sql`(with recursive n(i) as (select ${from} union all select i + 1 from n where i + 1 < ${to}) select i from n)`,
  },
  postgres: {
    haste: [],
    id: sql`substr(md5(random()::text || i), 1, 22)`,
    bytes: (length: number) => sql`substr(sha512(random()::text::bytea), 1, ${sql.lit(length)})`,
    text: (number: RawBuilder<unknown>) => sql`(${number})::text`,
    padded: (number: RawBuilder<unknown>) => sql`lpad((${number})::text, 17, '0')`,
    day: (ms: RawBuilder<unknown>) =>
      sql`to_char(to_timestamp((${ms}) / 1000.0) at time zone 'utc', 'YYYY-MM-DD')`,
    numbers: (from: number, to: number) =>
      sql`(select i from generate_series(${sql.lit(from)}::bigint, ${sql.lit(to - 1)}::bigint) as n(i))`,
  },
}

/**
 * Fills a fresh database: transfers of the last 30 days with a file, a small blob, a slot and a link each, of which every
 * twentieth was deleted and every tenth has expired; people with a session, a contact and a notification each; entries of
 * the audit log. Every twentieth transfer belongs to `heavyOwner`, and every third of the others to nobody. Nothing opens
 * what is made here.
 */
export async function fillDatabase(
  database: Database,
  { engine, amounts, heavyOwner, now }: { engine: Engine; amounts: Amounts; heavyOwner: string; now: number },
): Promise<void> {
  const write = dialects[engine]
  for (const setting of write.haste) await sql.raw(setting).execute(database)
  const run = async (count: number, statements: (numbers: RawBuilder<unknown>) => RawBuilder<unknown>[]) => {
    for (let from = 0; from < count; from += batch) {
      const made = statements(write.numbers(from, Math.min(from + batch, count)))
      await database.transaction().execute(async (transaction) => {
        for (const statement of made) await statement.execute(transaction)
      })
    }
  }
  const i = sql`i`
  const person = (number: RawBuilder<unknown>) => sql`'user-' || ${write.padded(number)}`
  const spread = (count: number) => sql`${sql.lit(now)} - (i * ${sql.lit(Math.floor((30 * DAY) / count))})`

  await run(amounts.people, (numbers) => {
    const name = sql`'person-' || ${write.text(i)}`
    const email = sql`${name} || '@mail' || ${write.text(sql`i % 50`)} || '.example.org'`
    return [
      sql`insert into users (id, username, username_folded, email, email_folded, must_verify_email, password_hash, must_change_password,
        is_admin, is_pro, is_active, storage_limit, wants_security, wants_notifications, wants_marketing, requests_allowed,
        created_at)
        select ${person(i)}, ${name}, ${name}, ${email}, ${email}, 0, '', 0, 0, case when i % 10 = 0 then 1 else 0 end,
        case when i % 25 = 0 then 0 else 1 end, ${sql.lit(2 * 1024 ** 3)}, 1, 1, 0, 0, ${spread(amounts.people)}
        from ${numbers} as numbers`,
      sql`insert into sessions (id, user_id, access_hash, access_expires_at, family_hash, refresh_hash, remembered, device,
        created_at, last_used_at, idle_until, expires_at)
        select ${write.id}, ${person(i)}, ${write.bytes(32)}, ${sql.lit(now)}, ${write.bytes(32)}, ${write.bytes(32)}, 0, '',
        ${sql.lit(now)}, ${sql.lit(now)}, ${sql.lit(now + DAY)} - i * 10, ${sql.lit(now + 30 * DAY)} from ${numbers} as numbers`,
      sql`insert into contacts (id, user_id, name, name_folded, email, search_text, created_at)
        select ${write.id}, case when i % 100 = 0 then ${heavyOwner} else ${person(i)} end, ${name}, ${name}, ${email},
        ${name}, ${sql.lit(now)} from ${numbers} as numbers`,
      sql`insert into notifications (id, user_id, transfer_id, link_id, kind, filename, times, happened_at)
        select ${write.id}, case when i % 50 = 0 then ${heavyOwner} else ${person(i)} end, ${write.id}, ${write.id}, 'downloaded',
        ${name}, 1, ${spread(amounts.people)} from ${numbers} as numbers`,
    ]
  })

  const word = (form: (text: string) => string) =>
    sql`case i % 10 ${sql.join(
      words.map((text, position) => sql`when ${sql.lit(position)} then ${sql.lit(form(text))}`),
      sql` `,
    )} end || '-' || ${write.text(i)} || '.pdf'`
  const hasEnded = sql`(i % 20 = 0 or i % 10 = 1)`
  const unlessEnded = (value: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) =>
    sql`case when ${hasEnded} then ${otherwise} else ${value} end`
  /** As the server makes them, 32 hexadecimal digits. */
  const blob = sql`id || '0123456789'`
  const expires = sql`(case when i % 10 = 1 then ${sql.lit(now - HOUR)} else ${sql.lit(now + 12 * HOUR)} + (i % 30) * ${sql.lit(DAY)} end)`
  await run(amounts.transfers, (numbers) => {
    const owner = sql`case when i % 20 = 7 then ${heavyOwner} when i % 3 = 0 then null
      else ${person(sql`(i * 7919) % ${sql.lit(amounts.people)}`)} end`
    const created = spread(amounts.transfers)
    return [
      sql`create temporary table batch_numbers as select i, ${write.id} as id from ${numbers} as numbers`,
      sql`insert into transfers (id, owner_id, name, name_folded, message, state, encryption_method, password_protected,
        delete_after_download, size, file_count, next_position, downloads, created_at, expires_at, key_day, sealed_life_key,
        manage_token_hash, version, ended_at, ended_as, cleared)
        select id, ${owner}, ${unlessEnded(
          word((text) => text),
          sql`''`,
        )}, ${unlessEnded(word(foldForSearch), sql`''`)},
        case when i % 5 = 0 then 'A message of some length that stands beside the file, as people write them.' end,
        ${unlessEnded(sql`'ready'`, sql`'ended'`)}, 'aes-256-gcm', case when i % 4 = 0 then 1 else 0 end, 0,
        (i * 7919) % 5000000, 1, 1, i % 13, ${created}, ${expires}, ${write.day(expires)}, ${write.bytes(60)}, ${write.bytes(32)},
        0, ${unlessEnded(sql`null`, sql`${sql.lit(now - HOUR)}`)},
        case when i % 20 = 0 then 'deleted' when i % 10 = 1 then 'expired' end, ${unlessEnded(sql`0`, sql`1`)} from batch_numbers`,
      sql`insert into files (id, transfer_id, position, filename, mime_type, size, original_size, packed, file_count, scan)
        select 'f' || substr(id, 2), id, 0, 'x.pdf', 'application/pdf', 100, 100, 0, 1, 'checked' from batch_numbers`,
      sql`insert into blobs (id, store, size, created_at) select ${blob}, 'database', 60, ${sql.lit(now)} from batch_numbers where not ${hasEnded}`,
      sql`insert into small_blobs (id, content) select ${blob}, ${write.bytes(60)} from batch_numbers
        where not ${hasEnded}`,
      sql`insert into segments (file_id, part, position, blob_id, size)
        select 'f' || substr(id, 2), 'content', 0, ${blob}, 100 from batch_numbers where not ${hasEnded}`,
      sql`insert into slots (id, transfer_id, kind, sealed) select 's' || substr(id, 2), id, 'server', ${write.bytes(60)}
        from batch_numbers where not ${hasEnded}`,
      sql`insert into links (id, transfer_id, kind, downloads, needs_code, created_at)
        select 'l' || substr(id, 2), id, 'main', i % 13, 0, ${created} from batch_numbers`,
      sql`insert into transfer_events (id, transfer_id, at, kind, details)
        select 'e' || substr(id, 2), id, ${created}, 'created', '{}' from batch_numbers`,
      sql`drop table batch_numbers`,
    ]
  })

  await run(amounts.entries, (numbers) => {
    const number = sql`i % ${sql.lit(amounts.people)}`
    return [
      sql`insert into audit_log (id, at, act, actor_id, actor_name, subject_id, details)
        select ${write.id}, ${spread(amounts.entries)}, case when i % 3 = 0 then 'session.refused' else 'session.opened' end,
        ${person(number)}, 'person-' || ${write.text(number)}, ${person(number)}, '{}' from ${numbers} as numbers`,
    ]
  })
  if (engine === 'postgres') await sql`vacuum analyze`.execute(database)
}
