import { setTimeout as wait } from 'node:timers/promises'
import { databaseNow } from '../database/database-engine.ts'
import { acquireLock } from '../locks/locks.ts'
import type { Services } from '../services.ts'

/** Work that repeats. It may be stopped at any point and run again. */
export type Job = {
  readonly name: string
  /** Milliseconds from the beginning of one run to that of the next. */
  readonly every: number
  /** Runs on each instance by itself: it looks after something of this machine. */
  readonly onEachInstance?: true
  /** `signal` is aborted when the server stops, or the run is no longer the only one. */
  run(signal: AbortSignal): Promise<unknown>
}

/** How long a run that does not heed its signal is waited for. */
const stopLimitMs = 1_000
/** When the database cannot be asked, it is asked again after so long at most. */
const retryMs = 10_000
/** A run may lie so far ahead of this clock. */
const slackMs = 5_000

/**
 * Runs each job once in its interval among all instances, which the database remembers across restarts. A job that
 * fails is logged and comes round again. The returned function stops them, within a second.
 */
export function runJobs(services: Services, jobs: readonly Job[]): () => Promise<void> {
  const stopping = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  const working = new Set<Promise<void>>()

  function look(job: Job) {
    const done = runIfDue(services, job, stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) services.log.error({ err: error, job: job.name }, 'job failed')
        return Math.min(job.every, retryMs)
      })
      .then((pause) => {
        working.delete(done)
        if (stopping.signal.aborted) return
        const timer = setTimeout(() => {
          timers.delete(timer)
          look(job)
        }, pause)
        timer.unref()
        timers.add(timer)
      })
    working.add(done)
  }
  for (const job of jobs) look(job)

  return async () => {
    stopping.abort()
    for (const timer of timers) clearTimeout(timer)
    const ended = new AbortController()
    const waited = wait(stopLimitMs, undefined, { signal: ended.signal }).catch(() => {})
    await Promise.race([Promise.all(working), waited])
    ended.abort()
  }
}

/** @returns milliseconds until it makes sense to look again */
async function runIfDue(services: Services, job: Job, stopping: AbortSignal): Promise<number> {
  if (job.onEachInstance) {
    await runOnce(services, job, stopping)
    return job.every
  }
  const pause = await findPause(services, job)
  if (pause > 0) return pause
  const lock = await acquireLock(services, `job:${job.name}`)
  if (!lock) return job.every
  try {
    // Another may have run it between the look and the lock.
    const stillPause = await findPause(services, job)
    if (stillPause > 0) return stillPause
    if (stopping.aborted) return job.every
    await recordRun(services, job)
    await runOnce(services, job, AbortSignal.any([stopping, lock.signal]))
    return job.every
  } finally {
    await lock.release()
  }
}

async function runOnce({ log }: Services, job: Job, signal: AbortSignal): Promise<void> {
  try {
    await job.run(signal)
  } catch (error) {
    if (!signal.aborted) log.error({ err: error, job: job.name }, 'job failed')
  }
}

/** Milliseconds until a job is due. One that seems to have run in the future is due: a clock was wrong. */
async function findPause(services: Services, { name, every }: Job): Promise<number> {
  const row = await services.database
    .selectFrom('jobs')
    .select(['began_at', databaseNow(services).as('now')])
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row || row.began_at > row.now + slackMs) return 0
  return Math.min(every, row.began_at + every - row.now)
}

async function recordRun(services: Services, { name }: Job): Promise<void> {
  const began_at = databaseNow(services)
  await services.database
    .insertInto('jobs')
    .values({ name, began_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ began_at }))
    .execute()
}
