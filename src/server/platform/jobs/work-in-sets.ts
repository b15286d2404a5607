import { setTimeout as wait } from 'node:timers/promises'

/** How long a set is to take: on SQLite everybody waits meanwhile. */
const setMs = 15
const usual = { first: 50, least: 10 }
const most = 500

/**
 * Does long work in sets, whose size follows from how long the last one took, and pauses for as long after each, so that
 * others have their turn.
 * @param sizes of the first set, and of the smallest
 * @param work does up to `size` of what is left, and says how many it met: fewer when nothing is left
 */
export async function workInSets(
  work: (size: number) => Promise<number>,
  signal?: AbortSignal,
  { first, least }: { readonly first: number; readonly least: number } = usual,
): Promise<void> {
  let size = first
  while (!signal?.aborted) {
    const started = performance.now()
    const met = await work(size)
    if (met < size) return
    const took = performance.now() - started
    size = Math.round(Math.min(most, 2 * size, Math.max(least, size / 2, (size * setMs) / took)))
    await wait(Math.min(took, 2 * setMs))
  }
}
