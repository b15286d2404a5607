import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../database/database.ts'
import type { Services } from '../services.ts'
import { isDue, putOff, type Queue, type QueueTable } from './queue.ts'

/** Longest wait before an end is recorded again, in milliseconds. */
const maxRecordWait = 1_000

/** Work on the rows of a queue that leaves the database: it is done outside of transactions, and at least once. */
export type Consumer<Table extends QueueTable, End extends object> = Queue<Table> & {
  /** Name of a kind of work in the log, such as `mail`. */
  readonly name: string
  /** Rows of this process under way at once. */
  readonly atOnce: number
  /** How long a claim to a row lasts, in milliseconds: longer than its work; then another instance takes it. */
  readonly claimLife: number
  /** Does the work of a row. An error that it throws puts the row off. */
  work(row: Tables[Table]): Promise<End>
  /** Condition beside being due, for a query on the row; rows without it are passed over. */
  claimable?(): RawBuilder<SqlBool>
  /** Order of rows that are due at the same time, such as `n`. */
  readonly orderBy?: 'n'
  /** Milliseconds that the next try has to wait at least after an error. */
  waitAfter?(error: unknown): number
  /** The part of an error that may stand in the log. */
  reasonOf(error: unknown): string
  /** Records an end and takes the row out of the queue. @returns whether it was still there */
  settle(row: Tables[Table], end: End): Promise<boolean>
  /** End of a row that is given up. */
  readonly givenUp: End
}

/**
 * Works on every row that is due. Each is claimed by one instance at a time, so that none is worked on twice; one whose instance
 * died is due again when the claim ends.
 */
export async function workOff<Table extends QueueTable, End extends object>(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  consumer: Consumer<Table, End>,
  stopping: AbortSignal,
): Promise<void> {
  const { database, clock, log } = services
  const { name, since, giveUpAfter, claimLife } = consumer
  const table = sql.table(consumer.table)
  const order = consumer.orderBy ? sql`not_before, ${sql.ref(consumer.orderBy)}` : sql`not_before`
  /** Rows whose work is done and whose end is not recorded yet: their claim may end before. */
  const unrecorded = new Set<string>()

  function about({ id, kind, tries }: Tables[Table]) {
    return { [name]: { id, kind, tries } }
  }

  /** Claims the row that has waited longest, unless another instance was faster; then the next. Gives up those that are over. */
  async function claimNext(): Promise<Tables[Table] | undefined> {
    for (;;) {
      const now = clock.now()
      const claimable = consumer.claimable ? sql`and ${consumer.claimable()}` : sql``
      const others = unrecorded.size === 0 ? sql`` : sql`and id not in (${sql.join([...unrecorded])})`
      const found = await sql<Tables[Table]>`select * from ${table}
        where ${isDue(consumer, now)} ${others} ${claimable} order by ${order} limit 1`.execute(database)
      const [due] = found.rows
      if (!due) return undefined
      if (since(due) <= now - giveUpAfter) {
        if (await consumer.settle(due, consumer.givenUp)) log.error(about(due), `${name} delivery abandoned`)
        continue
      }
      // A clock that was ahead has put it off, or has claimed it: any such claim ends first.
      const isAhead = due.not_before > now
      // guard: claim of a row -> tests/http/messaging/mail-delivery.test.ts "leaves once each"
      //   drops and not_before = ${due.not_before}
      const taken = await sql<Tables[Table]>`update ${table}
        set not_before = ${now + claimLife}, tries = tries + ${isAhead ? 0 : 1}
        where id = ${due.id} and not_before = ${due.not_before} returning *`.execute(database)
      if (taken.rows[0] && !isAhead) return taken.rows[0]
    }
  }

  /** @returns undefined when the row waits for its next try */
  async function attempt(row: Tables[Table]): Promise<End | undefined> {
    try {
      return await consumer.work(row)
    } catch (error) {
      const wait = await putOff(services, consumer, row, row.tries, consumer.waitAfter?.(error))
      log.warn({ ...about(row), reason: consumer.reasonOf(error), wait }, `${name} delivery deferred`)
      return undefined
    }
  }

  /** While the database is away it is the record that is repeated, not the work. At a stop the last attempt is now. */
  async function settle(row: Tables[Table], end: End): Promise<void> {
    for (let wait = 50; ; wait = Math.min(2 * wait, maxRecordWait)) {
      const isLast = stopping.aborted
      try {
        await consumer.settle(row, end)
        return
      } catch (error) {
        // guard: end of work that was done -> tests/http/messaging/events.test.ts "a mail that was taken"
        //   drops if (isLast)
        if (isLast) throw error
        log.warn({ ...about(row), err: error }, `the end of a ${name} could not be recorded yet`)
      }
      await pause(wait, undefined, { signal: stopping }).catch(() => {})
    }
  }

  async function workOnAll(): Promise<void> {
    while (!stopping.aborted) {
      const row = await claimNext()
      if (!row) return
      const end = await attempt(row)
      if (!end) continue
      unrecorded.add(row.id)
      await settle(row, end)
      unrecorded.delete(row.id)
    }
  }
  // One that fails must not end the run while another has still to record what it has done.
  const results = await Promise.allSettled(Array.from({ length: consumer.atOnce }, workOnAll))
  const failure = results.find((result) => result.status === 'rejected')
  if (failure) throw failure.reason
}
