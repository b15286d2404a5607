import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../database/database.ts'
import type { Services } from '../services.ts'

const MINUTE = 60_000
/** Milliseconds beyond the longest wait after which a row was put off by a clock that was ahead. */
const slack = 5 * MINUTE

/**
 * Tables whose rows wait for work, one for each task and consumer. `not_before` is when the row is due: at once, at
 * its next try, or when the claim to it ends. Every time is one of `services.clock`.
 */
export type QueueTable = {
  [Table in keyof Tables]: Tables[Table] extends QueueRow ? Table : never
}[keyof Tables]
type QueueRow = Record<'id' | 'kind', string> & Record<'not_before' | 'tries', number>

export type Queue<Table extends QueueTable> = typeof usualRetries & {
  readonly table: Table
  /** When a row was queued. */
  since(row: Tables[Table]): number
  /** Share of a wait by which it may be shorter, at random: 0.1 for up to a tenth; 0 by default. */
  readonly jitter?: number
}

/** The next try comes after 30 s, then after twice as long each time, up to an hour, for a day. */
export const usualRetries = {
  /** Milliseconds after the first failure, after the second, and so on; the last of them stays. */
  waits: [0.5, 1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * MINUTE),
  /** Milliseconds after which a row is given up. */
  giveUpAfter: 24 * 60 * MINUTE,
}

/** Whether a row is due, for a query. One that was put off for longer than any wait met a clock that was ahead: it is due. */
export function isDue({ waits }: Pick<Queue<QueueTable>, 'waits'>, now: number): RawBuilder<SqlBool> {
  const tooLate = now + Math.max(...waits) + slack
  const time = sql.ref('not_before')
  // guard: row put off by a clock that was ahead -> tests/http/operations/clock-put-right.test.ts "put off"
  //   drops or ${time} > ${tooLate}
  return sql`(${time} <= ${now} or ${time} > ${tooLate})`
}

/** Share by which a wait is shortened at random, so that what failed together is not tried again together. */
function shortened(wait: number, { jitter = 0 }: Pick<Queue<QueueTable>, 'jitter'>): number {
  return Math.round(wait * (1 - Math.random() * jitter))
}

/**
 * Puts a row off after a failure, unless it was claimed anew or is gone. Its last try comes when its time is over.
 * @param failures of the row, this one included
 * @param atLeast milliseconds that the next try has to wait, up to the longest wait
 * @returns milliseconds to its next try; undefined when its time is over, and it stays as it is
 */
export async function putOff<Table extends QueueTable>(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  queue: Queue<Table>,
  row: Tables[Table],
  failures: number,
  atLeast = 0,
): Promise<number | undefined> {
  const { table, since, waits, giveUpAfter } = queue
  const now = clock.now()
  const left = since(row) + giveUpAfter - now
  if (left <= 0) return undefined
  const usual = shortened(waits[Math.min(failures, waits.length) - 1] ?? 0, queue)
  const wait = Math.min(left, Math.max(...waits), Math.max(usual, atLeast))
  await sql`update ${sql.table(table)} set not_before = ${now + wait}, tries = ${failures}
    where id = ${row.id} and tries = ${row.tries}`.execute(database)
  return wait
}
