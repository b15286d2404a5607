import type { Logger } from 'pino'
import type { Background } from './background.ts'

/** Background work of one process. `stop` takes no more and resolves when what is going on has ended. */
export function openBackground(log: Logger): Background & { stop(): Promise<void> } {
  const stopping = new AbortController()
  const going = new Map<string, { again: boolean; done: Promise<void> }>()

  async function repeat(
    name: string,
    work: (signal: AbortSignal) => Promise<void>,
    turn: { again: boolean },
  ): Promise<void> {
    do {
      turn.again = false
      await work(stopping.signal).catch((error: unknown) => {
        log.error({ err: error, work: name }, 'background work failed')
      })
    } while (turn.again && !stopping.signal.aborted)
    going.delete(name)
  }
  return {
    run(name, work) {
      if (stopping.signal.aborted) return
      const current = going.get(name)
      if (current) {
        current.again = true
        return
      }
      const turn = { again: false, done: Promise.resolve() }
      going.set(name, turn)
      turn.done = repeat(name, work, turn)
    },
    async stop() {
      stopping.abort()
      await Promise.all([...going.values()].map(({ done }) => done))
    },
  }
}
