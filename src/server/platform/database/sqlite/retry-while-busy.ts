import { setTimeout as wait } from 'node:timers/promises'

/** SQLITE_BUSY; its extended codes hold it in the low byte. https://www.sqlite.org/rescode.html#busy */
const busyCode = 5
const pauseMs = 25

/**
 * Runs `attempt` again while SQLite answers that another connection holds the file, for at most `limitMs`
 * milliseconds. It waits without blocking the thread, as the holder may be in this process.
 * @throws whatever `attempt` throws, and SQLite's own error once the time is up
 */
export async function retryWhileBusy<Result>(
  attempt: () => Promise<Result> | Result,
  limitMs: number,
): Promise<Result> {
  const giveUpAt = performance.now() + limitMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error
    }
    await wait(pauseMs)
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    (error.errcode & 0xff) === busyCode
  )
}
