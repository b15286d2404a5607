import { type RawBuilder, sql } from 'kysely'
import type { Services } from '../services.ts'

/**
 * Milliseconds since 1970 for use in a statement: by the clock of the PostgreSQL that all instances share, else by this
 * machine's, as all that share a SQLite file are on one.
 */
export function databaseNow({ engine, clock }: Pick<Services, 'engine' | 'clock'>): RawBuilder<number> {
  if (engine.name === 'sqlite') return sql<number>`cast(${clock.now()} as integer)`
  return sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
}
