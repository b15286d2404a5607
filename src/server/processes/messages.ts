import type { Worker } from 'node:cluster'
import * as z from 'zod'
import { countsSchema, processCountsSchema } from '../platform/observability/counts.ts'

/** Messages of the parent to a worker. */
export const toWorker = z.discriminatedUnion('kind', [
  /** The jobs are its own from now on. */
  z.object({ kind: z.literal('run jobs') }),
  /** A worker of this instance is not started again: the instance is not ready any more. */
  z.object({ kind: z.literal('fail') }),
  z.object({ kind: z.literal('count'), id: z.int() }),
  /** The answer to `count processes`. */
  z.object({ kind: z.literal('counted processes'), id: z.int(), counts: processCountsSchema }),
])

/** Messages of a worker to its parent. */
export const toParent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening') }),
  /** It could not start, and why. */
  z.object({ kind: z.literal('refused'), reason: z.string() }),
  /** The answer to `count`. */
  z.object({ kind: z.literal('counted'), id: z.int(), counts: countsSchema }),
  z.object({ kind: z.literal('count processes'), id: z.int() }),
])

export type ToWorker = z.output<typeof toWorker>
export type ToParent = z.output<typeof toParent>

/** Sends to a worker, unless it is gone. */
export function sendTo(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {})
}

/** Answers that are waited for, by the id of the question. */
export class Questions<Answer> {
  readonly #open = new Map<number, (answer: Answer | undefined) => void>()
  #last = 0

  /** Resolves with the answer, and without one when none has come in `limitMs` milliseconds. */
  ask(send: (id: number) => void, limitMs: number): Promise<Answer | undefined> {
    this.#last += 1
    const id = this.#last
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
    const timer = setTimeout(() => this.answer(id, undefined), limitMs).unref()
    this.#open.set(id, (answer) => {
      clearTimeout(timer)
      resolve(answer)
    })
    send(id)
    return promise
  }

  answer(id: number, answer: Answer | undefined): void {
    this.#open.get(id)?.(answer)
    this.#open.delete(id)
  }
}
