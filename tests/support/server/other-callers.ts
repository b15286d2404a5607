import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between two calls. */
const every = 200

/**
 * Other people, who ask a server for the same pages all the time. `stop` gives every status they got and how long the
 * slowest one in twenty waited at least, without the slowest of all, in milliseconds: of a busy machine the rest would say
 * nothing of the server.
 */
export function watchOtherCallers(baseUrl: string, paths: readonly string[]) {
  const stopping = new AbortController()
  const statuses = new Set<number>()
  const waits: number[] = []

  async function call(path: string): Promise<void> {
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const response = await fetch(baseUrl + path)
      await response.arrayBuffer()
      statuses.add(response.status)
      waits.push(performance.now() - startedAt)
      await pause(every, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const calling = Promise.all(paths.map(call))
  calling.catch(() => {}) // met by stop
  return {
    async stop() {
      stopping.abort()
      await calling
      const sorted = waits.toSorted((one, other) => one - other)
      return { statuses: [...statuses].toSorted(), slow: sorted[Math.floor((sorted.length - 1) * 0.95)] ?? 0 }
    },
  }
}
