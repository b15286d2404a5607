import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import * as z from 'zod'

/** Pages of the WAL that wait, from which on the thread copies them back. */
const enough = 1000
/** Pages in the WAL from which on it is begun anew. */
const long = 8000
/** How long to wait after a try that changed nothing, because of a reader of an older state or an error, in milliseconds. */
const pauseMs = 1_000
/** How long the thread lives without anything to do, in milliseconds: it takes memory. */
const idleLimitMs = 60_000

const pages = z.object({ log: z.number(), checkpointed: z.number() })
type Pages = z.infer<typeof pages>

/**
 * Copies the WAL of the SQLite file at `path` back into the file, as SQLite does itself after a commit, but on a thread of its
 * own: to write a thousand pages all over a file and to sync it takes as long as the disk needs, and queries don't wait for it.
 * SQLite begins the WAL anew once all of it is copied. That hardly ever happens under load, so the rest of a long one, less
 * than a thousand pages, is copied on the main thread. Writers that outrun the thread meet `wal_autocheckpoint`, which is far
 * longer.
 */
export class Checkpoints {
  readonly #connection: DatabaseSync
  readonly #path: string
  readonly #state: () => unknown
  #worker: Worker | undefined
  #isCopying = false
  /** When the rest of a long WAL may be tried again, by performance.now(). */
  #notBefore = 0
  #timer: NodeJS.Timeout | undefined

  constructor(connection: DatabaseSync, path: string) {
    this.#connection = connection
    this.#path = path
    const state = connection.prepare('pragma wal_checkpoint(noop)')
    this.#state = () => state.get()
  }

  /** To be called after a commit, outside of any transaction. Takes some microseconds. */
  look(): void {
    if (this.#isCopying) return
    const before = this.#pages()
    if (leftOf(before) < enough) {
      this.#copyRest(before)
      return
    }
    this.#isCopying = true
    clearTimeout(this.#timer)
    this.#worker ??= this.#start()
    this.#worker.once('message', () => this.#tried(before))
    this.#worker.postMessage('copy')
  }

  async end(): Promise<void> {
    this.#isCopying = true
    clearTimeout(this.#timer)
    await this.#worker?.terminate()
  }

  #copyRest(before: Pages): void {
    if (before.log < long || leftOf(before) === 0 || performance.now() < this.#notBefore) return
    try {
      this.#connection.exec('pragma wal_checkpoint(passive)')
    } catch {
      // It is tried again.
    }
    if (leftOf(this.#pages()) > 0) this.#notBefore = performance.now() + pauseMs
  }

  #tried(before: Pages): void {
    const now = this.#pages()
    const isStuck = leftOf(now) >= leftOf(before) && now.checkpointed === before.checkpointed
    this.#timer = isStuck
      ? setTimeout(() => this.#goOn(), pauseMs).unref()
      : setTimeout(() => void this.#worker?.terminate(), idleLimitMs).unref()
    if (!isStuck) this.#goOn()
  }

  #goOn(): void {
    this.#isCopying = false
    if (leftOf(this.#pages()) >= enough) this.look()
  }

  /** None where that cannot be found out now. */
  #pages(): Pages {
    try {
      return pages.parse(this.#state())
    } catch {
      return { log: 0, checkpointed: 0 }
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('checkpoint-thread.ts', import.meta.url), { workerData: this.#path })
    worker.unref()
    // Without it SQLite copies by itself, only later.
    worker.on('error', () => {})
    worker.on('exit', () => {
      this.#worker = undefined
      // One that ends instead of copying is not begun again for every commit.
      if (this.#isCopying) this.#timer = setTimeout(() => this.#goOn(), pauseMs).unref()
    })
    return worker
  }
}

/** Pages that are not copied back yet. */
function leftOf({ log, checkpointed }: Pages): number {
  return log - checkpointed
}
