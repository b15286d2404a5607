import { setTimeout as wait } from 'node:timers/promises'
import type { Engine } from '../../schema/engine.ts'

type Sets = {
  readonly first: number
  readonly least: number
  /** How long one is to take, and the pause after it at most, in milliseconds. */
  readonly ms: number
  readonly pauseMs: number
}

/**
 * On SQLite everybody waits for a set. On PostgreSQL only those do who want the same rows, and a small set costs as many
 * trips as a large one.
 */
export const setsOn: Readonly<Record<Engine, Sets>> = {
  sqlite: { first: 10, least: 10, ms: 12, pauseMs: 3 },
  postgres: { first: 100, least: 100, ms: 40, pauseMs: 5 },
}
const maxSize = 500
/** Sizes are multiples of it: a set of another size is other texts of SQL, which cost SQLite and the garbage collector. */
const step = 5

/**
 * Does long work in sets, whose size follows from how long the last one took, and pauses after each, so that others have
 * their turn.
 * @param sets those of the engine, where the work is worth it
 * @param work does up to `size` of what is left, and says how many it met: fewer when nothing is left
 */
export async function workInSets(
  work: (size: number) => Promise<number>,
  signal?: AbortSignal,
  { first, least, ms, pauseMs }: Sets = setsOn.sqlite,
): Promise<void> {
  let size = first
  while (!signal?.aborted) {
    const started = performance.now()
    const met = await work(size)
    if (met < size) return
    const took = performance.now() - started
    const fitting = Math.min(maxSize, 2 * size, Math.max(size / 2, (size * ms) / took))
    size = Math.max(least, step * Math.round(fitting / step))
    await wait(Math.min(took, pauseMs))
  }
}
