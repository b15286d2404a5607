import type { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, SqliteStatement } from 'kysely'
import { DatabaseUnavailable } from '../database-failure.ts'
import { classifySqliteError, retryWhileBusy } from './sqlite-failure.ts'

/** How long to wait for another process that writes, in milliseconds. */
const busyLimitMs = 5_000

/**
 * Shares one connection to a SQLite file among all that work at the same time. A transaction has it for itself and takes
 * the write lock when it begins; a single statement is done at once. What meets the write lock of another process
 * waits and lets the others work meanwhile: readers never wait for it.
 */
export class SqliteDriver implements Driver {
  readonly #connection: DatabaseSync
  readonly #prepare: (sql: string) => SqliteStatement
  readonly #onDamage: () => void
  /** Who has the connection for itself, and when it is free again. */
  #owner: { readonly user: SqliteUser; readonly free: PromiseWithResolvers<void> } | undefined

  constructor(connection: DatabaseSync, prepare: (sql: string) => SqliteStatement, onDamage: () => void) {
    this.#connection = connection
    this.#prepare = prepare
    this.#onDamage = onDamage
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteUser(this)
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#leave(connection)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.attempt(connection, () => {
      this.#connection.exec('begin immediate')
      this.own(connection)
    })
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.attempt(connection, () => this.#connection.exec('commit'))
    this.#leave(connection)
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      // Some errors, such as a full disk, have undone it already.
      if (this.#connection.isTransaction) this.#connection.exec('rollback')
    } finally {
      this.#leave(connection)
    }
  }

  async destroy(): Promise<void> {
    this.#connection.close()
  }

  statement(sql: string): SqliteStatement {
    return this.#prepare(sql)
  }

  /** Does `work`, which must be done when it returns, once nobody else has the connection and the file is free. */
  async attempt<Result>(connection: DatabaseConnection, work: () => Result): Promise<Result> {
    try {
      return await retryWhileBusy(async () => {
        while (this.#owner && this.#owner.user !== connection) await this.#owner.free.promise
        return work()
      }, busyLimitMs)
    } catch (error) {
      const failure = classifySqliteError(error)
      if (failure instanceof DatabaseUnavailable && failure.reason === 'damaged') this.#onDamage()
      throw failure
    }
  }

  /** To be called where nobody else has it, such as within `attempt`. */
  own(connection: DatabaseConnection): void {
    if (connection instanceof SqliteUser && this.#owner === undefined)
      this.#owner = { user: connection, free: Promise.withResolvers() }
  }

  #leave(connection: DatabaseConnection): void {
    if (this.#owner?.user !== connection) return
    const { free } = this.#owner
    this.#owner = undefined
    free.resolve()
  }
}

/** One user of the connection, from Kysely's point of view a connection of its own. */
class SqliteUser implements DatabaseConnection {
  readonly #driver: SqliteDriver

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#driver.attempt(this, () => {
      const statement = this.#driver.statement(sql)
      if (statement.reader) return { rows: statement.all(parameters) as Row[] }
      const { changes, lastInsertRowid } = statement.run(parameters)
      return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
    })
  }

  /** Keeps the connection until the last row is read or the reader leaves; then Kysely releases it. */
  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const rows = await this.#driver.attempt(this, () => {
      this.#driver.own(this)
      return this.#driver.statement(sql).iterate(parameters)
    })
    for (const row of rows) yield { rows: [row as Row] }
  }
}
