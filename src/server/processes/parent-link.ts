import cluster, { type Worker } from 'node:cluster'
import type { Counts, ProcessCounts } from '../platform/observability/counts.ts'
import { Questions, type ToParent, toWorker } from './messages.ts'

/** How long the parent may take to ask all workers what they have counted, in milliseconds. */
const countLimitMs = 5_000

/** Handlers of the parent's orders. */
type Orders = {
  runJobs(): void
  /** The instance is not ready any more. */
  fail(): void
  count(): Promise<Counts>
}

/** A worker's connection to its parent, whose end ends the worker. */
export type ParentLink = {
  /** From 1 on; one that takes the place of another has its number. */
  readonly number: number
  /** To be called when this worker listens: from then on it does what the parent says. */
  listening(orders: Orders): void
  refused(reason: string): void
  /** Counts of all processes of the instance; undefined if the parent does not answer. */
  countProcesses(): Promise<ProcessCounts | undefined>
  /** The last thing a worker does: nothing keeps its process after that. */
  close(): void
}

/** @returns undefined in a process that is no worker */
export function linkToParent(): ParentLink | undefined {
  const { worker } = cluster
  return worker && linkOf(worker, Number(process.argv.at(-1)))
}

function linkOf(worker: Worker, number: number): ParentLink {
  const questions = new Questions<ProcessCounts>()
  // This process ends soon if the parent is gone.
  const send = (message: ToParent) => worker.send(message, () => {})

  function obey(orders: Orders, received: unknown) {
    const message = toWorker.parse(received)
    if (message.kind === 'run jobs') orders.runJobs()
    else if (message.kind === 'fail') orders.fail()
    else if (message.kind === 'counted processes') questions.answer(message.id, message.counts)
    else
      orders.count().then(
        (counts) => send({ kind: 'counted', id: message.id, counts }),
        () => {},
      )
  }
  return {
    number,
    listening(orders) {
      worker.on('message', (received) => obey(orders, received))
      send({ kind: 'listening' })
    },
    refused(reason) {
      send({ kind: 'refused', reason })
    },
    countProcesses: () => questions.ask((id) => send({ kind: 'count processes', id }), countLimitMs),
    close() {
      worker.disconnect()
    },
  }
}
