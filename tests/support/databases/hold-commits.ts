import { Client } from 'pg'
import { until } from '#tests/support/transfers/transfers.ts'

export type Held =
  | 'audit_log'
  | 'contacts'
  | 'sessions'
  | 'transfer_events'
  | 'transfers'
  | 'upload_claims'
  | 'users'

/**
 * Lets every transaction on a PostgreSQL that changes rows of `table`, new and removed ones among them, wait before its commit,
 * until `release`: so that two transactions meet for certain before either has committed. To be disposed of.
 */
export async function holdCommits(url: string | undefined, table: Held) {
  const holder = new Client({ connectionString: url })
  await holder.connect()
  await holder.query(`
    create function wait_for_holder() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(1); return null; end';
    create constraint trigger held after insert or update or delete on ${table} deferrable initially deferred
      for each row execute function wait_for_holder();
    select pg_advisory_lock(1)`)
  return {
    /** Waits until `count` transactions wait, for the holder or for one another. */
    met: (count: number) =>
      until(async () => {
        const { rows } = await holder.query(
          "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows.length === count
      }),
    async release(): Promise<void> {
      await holder.query('select pg_advisory_unlock(1)')
    },
    [Symbol.asyncDispose]: () => holder.end(),
  }
}
