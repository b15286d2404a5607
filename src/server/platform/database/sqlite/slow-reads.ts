import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Database } from '../database.ts'
import { DatabaseUnavailable } from '../database-failure.ts'
import { classifySqliteError, retryWhileBusy } from './sqlite-failure.ts'

/** A query for the thread. */
export type ToThread = { readonly id: number; readonly sql: string; readonly parameters: readonly unknown[] }

/** Its rows in their order, the last of them with `end`. */
export type FromThread =
  | { readonly id: number; readonly kind: 'rows' | 'end'; readonly rows: Record<string, unknown>[] }
  | {
      readonly id: number
      readonly kind: 'failed'
      readonly message: string
      readonly errcode: number | undefined
    }

type Reading = {
  readonly rows: Record<string, unknown>[]
  readonly done: PromiseWithResolvers<Record<string, unknown>[]>
}

/** Milliseconds without a query after which the thread, which costs memory, ends. */
const idleLimitMs = 60_000
/** How long to wait for another process that holds the file. */
const busyLimitMs = 5_000

/**
 * The SQLite file at `path` for reads that may take long: a thread of its own does them one after another, and the main thread
 * goes on. It sees what is committed when a read begins. `onDamage` is called whenever a read finds the file damaged.
 * @param life `while used`: the thread ends when it has had nothing to do for a minute, and begins again. `until closed`: it is one
 * thread with one connection, on which a transaction may be begun; when it fails, so does every later read
 */
export function openSlowReads(
  path: string,
  life: 'while used' | 'until closed',
  onDamage: () => void = () => {},
): Database {
  const thread = new ReadingThread(path, life === 'until closed')
  return new Kysely({
    dialect: {
      createDriver: () => new ReadingDriver(thread, onDamage),
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (database) => new SqliteIntrospector(database),
    },
  })
}

class ReadingThread {
  readonly #path: string
  readonly #isLasting: boolean
  readonly #readings = new Map<number, Reading>()
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #last = 0
  #isLost = false

  constructor(path: string, isLasting: boolean) {
    this.#path = path
    this.#isLasting = isLasting
  }

  /** @throws SQLite's error, or DatabaseUnavailable when the thread has ended */
  read({ sql, parameters }: CompiledQuery): Promise<Record<string, unknown>[]> {
    if (this.#isLost) return Promise.reject(new DatabaseUnavailable('lost', 'the reading thread has ended'))
    this.#last += 1
    const id = this.#last
    const done = Promise.withResolvers<Record<string, unknown>[]>()
    this.#readings.set(id, { rows: [], done })
    clearTimeout(this.#idle)
    this.#worker ??= this.#start()
    this.#worker.ref()
    this.#worker.postMessage({ id, sql, parameters } satisfies ToThread)
    return done.promise
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('reading-thread.ts', import.meta.url), { workerData: this.#path })
    worker.on('message', (message: FromThread) => this.#take(message))
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, new Error('the reading thread has ended')))
    return worker
  }

  #take(message: FromThread): void {
    const reading = this.#readings.get(message.id)
    if (!reading) return
    if (message.kind === 'failed') {
      reading.done.reject(Object.assign(new Error(message.message), { errcode: message.errcode }))
    } else {
      for (const row of message.rows) reading.rows.push(row)
      if (message.kind === 'rows') return
      reading.done.resolve(reading.rows)
    }
    this.#readings.delete(message.id)
    if (this.#readings.size === 0) this.#rest()
  }

  #rest(): void {
    this.#worker?.unref()
    if (this.#isLasting) return
    this.#idle = setTimeout(() => {
      const worker = this.#worker
      this.#worker = undefined
      void worker?.terminate()
    }, idleLimitMs).unref()
  }

  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#isLost = this.#isLasting
    for (const { done } of this.#readings.values()) done.reject(new DatabaseUnavailable('lost', cause))
    this.#readings.clear()
  }
}

class ReadingDriver implements Driver {
  readonly #thread: ReadingThread
  readonly #connection: DatabaseConnection

  constructor(thread: ReadingThread, onDamage: () => void) {
    this.#thread = thread
    this.#connection = new ReadingConnection(thread, onDamage)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('a transaction of slow reads is begun by a statement')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  destroy(): Promise<void> {
    return this.#thread.end()
  }
}

class ReadingConnection implements DatabaseConnection {
  readonly #thread: ReadingThread
  readonly #onDamage: () => void

  constructor(thread: ReadingThread, onDamage: () => void) {
    this.#thread = thread
    this.#onDamage = onDamage
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const rows = await retryWhileBusy(() => this.#thread.read(query), busyLimitMs)
      return { rows: rows as Row[] }
    } catch (error) {
      const failure = classifySqliteError(error)
      if (failure instanceof DatabaseUnavailable && failure.reason === 'damaged') this.#onDamage()
      throw failure
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery(query)
  }
}
