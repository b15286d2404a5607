import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { newId } from '#crypto/random-id.ts'
import type { Database } from '../database/database.ts'
import { databaseNow } from '../database/database-engine.ts'
import type { Services } from '../services.ts'
import { type HeldLock, keepLock, type Lock, LockLost, type LockTimes } from './keep-lock.ts'

export type { HeldLock, Lock }

/** Services that locks need. */
type LockServices = Pick<Services, 'database' | 'engine' | 'clock' | 'log' | 'instance'>

type LockOptions = {
  /** Milliseconds after which the lock of an instance that has died falls. */
  readonly duration?: number
  /**
   * With `yield` the holder checks whether another instance asks for the lock, which aborts `lock.wanted`. With `ask` a lock
   * that is held is also asked for, and awaited for some seconds.
   */
  readonly wanted?: 'yield' | 'ask'
}

/** Another holds the lock. */
export class LockTaken extends Error {
  override readonly name = 'LockTaken'
}

const usualDuration = 60_000
/** Time a holder has to yield, and the interval between checks of those waiting, in milliseconds. */
const yieldLimitMs = 6_000
const yieldPauseMs = 200
/** Stored times may be ahead of this clock by so much. */
const slackMs = 5_000

/** The locks of this process, by database and name. */
const heldHere = new WeakMap<Database, Map<string, HeldLock>>()

/**
 * Acquires what one holder has at a time, among all instances, and keeps it until it is released or lost.
 * @returns undefined while another holds it, with `wanted: 'ask'` after waiting for it
 * @throws DatabaseUnavailable
 */
export async function acquireLock(
  services: LockServices,
  name: string,
  options: LockOptions = {},
): Promise<HeldLock | undefined> {
  const lock = await tryLock(services, name, options)
  if (lock || options.wanted !== 'ask') return lock
  await askForLock(services, name)
  const giveUpAt = performance.now() + yieldLimitMs
  while (performance.now() < giveUpAt) {
    await wait(yieldPauseMs)
    const yielded = await tryLock(services, name, options)
    if (yielded) return yielded
  }
  return undefined
}

/**
 * Runs `work` under a lock and releases it. Work that goes on for long stops when `lock.signal` is aborted; what it
 * settles it settles in a transaction that calls assertStillHeld.
 * @throws LockTaken, DatabaseUnavailable, and whatever `work` throws
 */
export async function withLock<Result>(
  services: LockServices,
  name: string,
  options: LockOptions,
  work: (lock: Lock) => Promise<Result>,
): Promise<Result> {
  const lock = await acquireLock(services, name, options)
  if (!lock) throw new LockTaken(`another holds the lock ${name}`)
  try {
    return await work(lock)
  } finally {
    await lock.release()
  }
}

/**
 * Call it in the transaction that settles something under a lock: the lock cannot be acquired by another before that ends.
 * @throws LockLost
 */
export async function assertStillHeld(
  transaction: Database,
  { name, holder, number }: Pick<Lock, 'name' | 'holder' | 'number'>,
): Promise<void> {
  const row = await transaction
    .selectFrom('locks')
    .select('name')
    .where('name', '=', name)
    .where('holder', '=', holder)
    .where('number', '=', number)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // guard: lock that was lost -> src/server/platform/locks/locks.test.ts "that was lost stops"
  if (!row) throw new LockLost(`the lock ${name} was lost`)
}

/** Whether a lock is held now. */
export async function isLocked(
  services: Pick<Services, 'database' | 'engine' | 'clock'>,
  name: string,
): Promise<boolean> {
  const row = await services.database
    .selectFrom('locks')
    .select('name')
    .where('name', '=', name)
    .where('expires_at', '>', databaseNow(services))
    .executeTakeFirst()
  return row !== undefined
}

/** Asks the holder of a lock with `wanted: 'yield'` to release it, and waits until that is done, for some seconds at most. */
export async function requestRelease(services: LockServices, name: string): Promise<void> {
  if (!(await isLocked(services, name))) return
  await askForLock(services, name)
  const giveUpAt = performance.now() + yieldLimitMs
  while (performance.now() < giveUpAt) {
    if (!(await isLocked(services, name))) return
    await wait(yieldPauseMs)
  }
}

/** Holders on other instances poll for it; one in this process hears of it at once. */
async function askForLock({ database }: LockServices, name: string): Promise<void> {
  const here = heldHere.get(database)?.get(name)
  if (here) here.ask()
  else await database.updateTable('locks').set({ wanted: 1 }).where('name', '=', name).execute()
}

async function tryLock(
  services: LockServices,
  name: string,
  { duration = usualDuration, wanted }: LockOptions,
): Promise<HeldLock | undefined> {
  const { database, instance } = services
  const holder = newId()
  const now = databaseNow(services)
  const expires_at = sql<number>`${now} + ${sql.lit(duration)}`
  const acquired = await database
    .insertInto('locks')
    .values({ name, holder, number: now, instance, expires_at, wanted: 0 })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({
          holder,
          instance,
          expires_at,
          wanted: 0,
          number: sql<number>`case when locks.number < ${now} then ${now} else locks.number + 1 end`,
        })
        // guard: lock of another -> src/server/platform/locks/locks.test.ts "is given to one of many"
        .where('locks.expires_at', '<=', now),
    )
    .returning('number')
    .executeTakeFirst()
  if (!acquired) {
    // guard: lock of a clock that was ahead -> src/server/platform/locks/locks.test.ts "a clock was a day ahead"
    await clampExpiry(services, name, duration)
    return undefined
  }
  const times: LockTimes = { duration, pollsForWanted: wanted !== undefined }
  const here = heldHere.get(database) ?? new Map<string, HeldLock>()
  heldHere.set(database, here)
  const lock = keepLock(services, { name, holder, number: acquired.number }, times, () => {
    if (here.get(name) === lock) here.delete(name)
  })
  here.set(name, lock)
  return lock
}

/** A lock that was acquired while a clock was far ahead falls when it would by this one. */
async function clampExpiry(services: LockServices, name: string, duration: number): Promise<void> {
  const now = databaseNow(services)
  await services.database
    .updateTable('locks')
    .set({ expires_at: sql<number>`${now} + ${sql.lit(duration)}` })
    .where('name', '=', name)
    .where('expires_at', '>', sql<number>`${now} + ${sql.lit(duration + slackMs)}`)
    .execute()
}
