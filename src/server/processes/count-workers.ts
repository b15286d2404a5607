import type { Worker } from 'node:cluster'
import { addLasting, type Counts, type ProcessCounts } from '../platform/observability/counts.ts'
import { Questions, sendTo } from './messages.ts'

/** How long a worker may take to say what it has counted, in milliseconds; then what it said before counts. */
const answerLimitMs = 2_000

/** A worker that listens, by the number of its place. */
export type ListeningWorker = { readonly number: number; readonly worker: Worker }

/** Collects what the workers count, and keeps what those had counted that have died. */
export function countWorkers(listening: () => readonly ListeningWorker[]) {
  const questions = new Questions<Counts>()
  /** Last counts of each running worker. */
  const last = new Map<Worker, Counts>()
  let ended: Counts = []
  let deaths = 0

  async function ask(worker: Worker): Promise<void> {
    const counts = await questions.ask((id) => sendTo(worker, { kind: 'count', id }), answerLimitMs)
    if (counts && !worker.isDead()) last.set(worker, counts)
  }
  return {
    answered(id: number, counts: Counts): void {
      questions.answer(id, counts)
    },
    died(worker: Worker): void {
      deaths += 1
      ended = addLasting(ended, last.get(worker) ?? [])
      last.delete(worker)
    },
    async all(): Promise<ProcessCounts> {
      await Promise.all(listening().map(({ worker }) => ask(worker)))
      const running = listening().flatMap(({ number, worker }) => {
        const counts = last.get(worker)
        return counts ? [{ worker: number, counts }] : []
      })
      return { running, ended, deaths }
    },
  }
}
