import { sql } from 'kysely'
import { databaseNow } from '../database/database-engine.ts'
import type { Services } from '../services.ts'

/** The lock was lost while it was needed: another may hold it by now. */
export class LockLost extends Error {
  override readonly name = 'LockLost'
}

/** A lock, held until `signal` is aborted. */
export type Lock = {
  readonly name: string
  /** Random for each time that the lock is acquired. */
  readonly holder: string
  /** Rises each time that a lock of this name is acquired. */
  readonly number: number
  /** Aborted with LockLost when the lock is lost: whatever it protects must stop, and nothing be settled. */
  readonly signal: AbortSignal
  /** Aborted when another asks for it: what can be settled is settled, and the lock released. */
  readonly wanted: AbortSignal
}

export type HeldLock = Lock & {
  /** The same as when another instance asks. */
  ask(): void
  /** Never fails: a lock that cannot be released falls when its time is up. */
  release(): Promise<void>
}

/** `duration`: milliseconds without a renewal after which the lock is lost. */
export type LockTimes = { readonly duration: number; readonly pollsForWanted: boolean }

/** Milliseconds between a holder's checks for other claimants. */
const pollIntervalMs = 1_500

/** Renews a lock that was acquired until it is released or lost; then `onEnd` is called. */
export function keepLock(
  services: Pick<Services, 'database' | 'engine' | 'clock' | 'log'>,
  lock: Pick<Lock, 'name' | 'holder' | 'number'>,
  { duration, pollsForWanted }: LockTimes,
  onEnd: () => void,
): HeldLock {
  const { database, log } = services
  const { name, holder, number } = lock
  const lost = new AbortController()
  const wanted = new AbortController()
  const renewEvery = duration / 3
  let renewedAt = performance.now()
  let expiry = setTimeout(lose, duration).unref()
  let next: NodeJS.Timeout | undefined
  let polling = Promise.resolve()
  let ended = false

  function end() {
    ended = true
    clearTimeout(expiry)
    clearTimeout(next)
    onEnd()
  }
  function lose() {
    if (ended) return
    end()
    log.error({ lock: name }, 'a lock was lost')
    lost.abort(new LockLost(`the lock ${name} was lost`))
  }
  /** Renews when it is time for that, else only reads. Undefined when another has the lock. */
  async function poll(): Promise<{ wanted: number } | undefined> {
    const startedAt = performance.now()
    if (startedAt - renewedAt < renewEvery) {
      return database
        .selectFrom('locks')
        .select('wanted')
        .where('name', '=', name)
        .where('holder', '=', holder)
        .executeTakeFirst()
    }
    const renewed = await database
      .updateTable('locks')
      .set({ expires_at: sql<number>`${databaseNow(services)} + ${sql.lit(duration)}` })
      .where('name', '=', name)
      .where('holder', '=', holder)
      .where('number', '=', number)
      .returning('wanted')
      .executeTakeFirst()
    if (renewed && !ended) {
      renewedAt = startedAt
      clearTimeout(expiry)
      expiry = setTimeout(lose, duration - (performance.now() - startedAt)).unref()
    }
    return renewed
  }
  async function pollAndGoOn(): Promise<void> {
    try {
      const row = await poll()
      if (!row) lose()
      else if (row.wanted === 1) wanted.abort()
    } catch (error) {
      log.warn({ err: error, lock: name }, 'lock renewal failed')
    }
    pollLater()
  }
  function pollLater() {
    if (ended) return
    const pause = pollsForWanted ? Math.min(pollIntervalMs, renewEvery) : renewEvery
    next = setTimeout(() => {
      polling = pollAndGoOn()
    }, pause).unref()
  }
  pollLater()

  return {
    ...lock,
    signal: lost.signal,
    wanted: wanted.signal,
    ask: () => wanted.abort(),
    async release() {
      if (!ended) end()
      // A renewal under way would bring the lock back.
      await polling
      try {
        await database.deleteFrom('locks').where('name', '=', name).where('holder', '=', holder).execute()
      } catch (error) {
        log.warn({ err: error, lock: name }, 'a lock could not be released and falls by itself')
      }
    },
  }
}
