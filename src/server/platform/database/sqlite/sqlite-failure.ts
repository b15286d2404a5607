import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseFull, DatabaseUnavailable } from '../database-failure.ts'

/** Primary result codes; extended ones hold them in the low byte (sqlite.org/rescode.html). */
const codes = {
  busy: [5, 6],
  full: [13],
  /** READONLY, IOERR, CANTOPEN, PROTOCOL: the file is out of reach, or its disk is. */
  lost: [8, 10, 14, 15],
  damaged: [11, 26],
} as const

const maxPauseMs = 5

function isA(kind: keyof typeof codes, error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return false
  const primary = error.errcode & 0xff
  return codes[kind].some((code) => code === primary)
}

/** Whether another connection holds the file. */
export function isBusy(error: unknown): boolean {
  return isA('busy', error)
}

/** SQLite's error as what it means for the caller; any other stays as it is. */
export function classifySqliteError(error: unknown): unknown {
  if (isA('full', error)) return new DatabaseFull(error)
  for (const reason of ['busy', 'lost', 'damaged'] as const)
    if (isA(reason, error)) return new DatabaseUnavailable(reason, error)
  return error
}

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
    await pauseWhileBusy()
  }
}

/** Until it makes sense to try again: at random, so that several who wait do not keep meeting. */
export async function pauseWhileBusy(): Promise<void> {
  await wait(Math.ceil(Math.random() * maxPauseMs))
}
