import { holdLock } from '../locks/hold-lock.ts'
import type { Services } from '../services.ts'

/** Work that repeats: `every` in milliseconds. It may be stopped at any point and run again. */
export type Job = { name: string; every: number; run(): Promise<unknown> }

/**
 * Runs each job now and then again and again, one instance at a time under a lease. A job that fails is logged
 * and comes round again. The returned function stops them and waits for the one at work.
 */
export function runJobs(services: Services, jobs: readonly Job[]): () => Promise<void> {
  const timers = new Set<NodeJS.Timeout>()
  const working = new Set<Promise<void>>()
  let stopped = false

  async function work(job: Job) {
    try {
      const release = await holdLock(services, `job:${job.name}`)
      if (release) await job.run().finally(release)
    } catch (error) {
      services.log.error({ err: error, job: job.name }, 'job failed')
    }
  }
  function start(job: Job) {
    const done = work(job).finally(() => {
      working.delete(done)
      if (stopped) return
      const timer = setTimeout(() => {
        timers.delete(timer)
        start(job)
      }, job.every)
      timer.unref()
      timers.add(timer)
    })
    working.add(done)
  }
  for (const job of jobs) start(job)

  return async () => {
    stopped = true
    for (const timer of timers) clearTimeout(timer)
    await Promise.all(working)
  }
}
