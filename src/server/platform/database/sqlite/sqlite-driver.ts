import type { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { DatabaseUnavailable } from '../database-failure.ts'
import { GroupCommit } from './group-commit.ts'
import type { PreparedStatement } from './prepared-statements.ts'
import { classifySqliteError, isBusy, pauseWhileBusy, retryWhileBusy } from './sqlite-failure.ts'

/** How long to wait for another process that writes, in milliseconds. */
const busyLimitMs = 5_000

/**
 * Shares one connection to a SQLite file among all concurrent work. A transaction has it for itself and takes the write lock
 * when it begins; a single statement is done at once. Writes of one turn of the event loop are committed together, see
 * group-commit.ts, and are not read before. A writer that meets the write lock of another process waits while others go on;
 * readers never wait for it.
 */
export class SqliteDriver implements Driver {
  readonly #connection: DatabaseSync
  readonly #prepare: (sql: string) => PreparedStatement
  readonly #onDamage: () => void
  readonly #group: GroupCommit
  /** The user that has the connection for itself. */
  #owner: SqliteUser | undefined
  /** Whether one waits for another process to release the write lock, on behalf of all. */
  #isFileBusy = false
  /** Settles when the connection may be free again. */
  #freed: PromiseWithResolvers<void> | undefined

  constructor(connection: DatabaseSync, prepare: (sql: string) => PreparedStatement, onDamage: () => void) {
    this.#connection = connection
    this.#prepare = prepare
    this.#onDamage = onDamage
    this.#group = new GroupCommit(connection, {
      busyLimitMs,
      isHeld: () => this.#owner !== undefined,
      onEnd: () => this.#wake(),
      classify: (error) => this.#classify(error),
    })
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteUser(this)
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (this.#owner === connection) this.#leave()
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof SqliteUser)) throw new TypeError('a connection of another driver')
    await this.#attemptToWrite(() => {
      connection.transaction = this.#group.begin()
      this.#owner = connection
    })
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const committed = this.#inTransaction(connection, (transaction) => this.#group.join(transaction))
    this.#leave()
    await committed
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A commit that failed has undone everything, and left it.
    if (this.#owner !== connection) return
    try {
      if (connection instanceof SqliteUser && connection.transaction)
        this.#group.rollback(connection.transaction)
    } finally {
      this.#leave()
    }
  }

  async destroy(): Promise<void> {
    await this.#group.end()
    this.#connection.close()
  }

  async execute<Row>(user: SqliteUser, { sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const run = () => this.#run<Row>(sql, parameters)
    if (this.#owner === user) {
      if (user.transaction) return this.#inTransaction(user, run)
      return this.#classified(run)
    }
    if (!isWriting(sql)) return this.#attempt(() => this.#isFree(), run)
    let result: QueryResult<Row> | undefined
    const committed = await this.#attemptToWrite(() => {
      const statement = this.#group.begin()
      try {
        result = run()
      } catch (error) {
        this.#group.rollback(statement)
        throw error
      }
      return { done: this.#group.join(statement) }
    })
    // guard: a commit before an answer -> src/server/platform/database/sqlite/group-commit.test.ts "anyone who has an answer"
    await committed.done
    if (!result) throw new Error('a statement has no result')
    return result
  }

  /** The user keeps the connection until Kysely releases it: when the last row is read, or the reader leaves. */
  stream<Row>(user: SqliteUser, { sql, parameters }: CompiledQuery): Promise<Iterable<Row>> {
    return this.#attempt(
      () => this.#owner === user || this.#isFree(),
      () => {
        this.#owner = user
        return this.#prepare(sql).iterate(parameters) as Iterable<Row>
      },
    )
  }

  #run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const statement = this.#prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as Row[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  }

  /** Does work of the transaction that a user has begun. Some errors, such as a full disk, have undone all of it. */
  #inTransaction<Result>(
    user: DatabaseConnection,
    work: (transaction: NonNullable<SqliteUser['transaction']>) => Result,
  ): Result {
    if (this.#owner !== user || !(user instanceof SqliteUser) || !user.transaction)
      throw new Error('there is no transaction')
    const { transaction } = user
    return this.#classified(() => {
      this.#group.assertOpen(transaction)
      try {
        return work(transaction)
      } catch (error) {
        this.#group.notice(error)
        throw error
      }
    })
  }

  /** Does `work`, which must be done when it returns, once the connection admits it and the file is free. */
  async #attempt<Result>(isAdmitted: () => boolean, work: () => Result): Promise<Result> {
    try {
      return await retryWhileBusy(async () => {
        while (!isAdmitted()) await this.#mayBeFree()
        return work()
      }, busyLimitMs)
    } catch (error) {
      throw this.#classify(error)
    }
  }

  /**
   * Begins a member of a group with `work`. While another process has the write lock, one tries again for all that want to
   * write: then they are one group, instead of each coming upon the lock by itself.
   */
  async #attemptToWrite<Result>(work: () => Result): Promise<Result> {
    const giveUpAt = performance.now() + busyLimitMs
    let triesForAll = false
    try {
      for (;;) {
        if ((this.#isFileBusy && !triesForAll) || this.#owner || !this.#group.admits()) {
          await this.#mayBeFree()
          continue
        }
        try {
          return work()
        } catch (error) {
          if (!isBusy(error) || performance.now() >= giveUpAt) throw this.#classify(error)
        }
        this.#isFileBusy = true
        triesForAll = true
        await pauseWhileBusy()
      }
    } finally {
      if (triesForAll) {
        this.#isFileBusy = false
        this.#wake()
      }
    }
  }

  #mayBeFree(): Promise<void> {
    this.#freed ??= Promise.withResolvers()
    return this.#freed.promise
  }

  #classified<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw this.#classify(error)
    }
  }

  #classify(error: unknown): unknown {
    const failure = classifySqliteError(error)
    if (failure instanceof DatabaseUnavailable && failure.reason === 'damaged') this.#onDamage()
    return failure
  }

  #isFree(): boolean {
    // guard: nothing read before its commit -> src/server/platform/database/sqlite/group-commit.test.ts "nobody reads what is not committed"
    //   drops && !this.#group.isOpen()
    return this.#owner === undefined && !this.#group.isOpen()
  }

  #leave(): void {
    if (this.#owner) this.#owner.transaction = undefined
    this.#owner = undefined
    this.#group.commitIfDue()
    this.#wake()
  }

  #wake(): void {
    this.#freed?.resolve()
    this.#freed = undefined
  }
}

/** Whether a statement changes rows. Any other is done between two groups. */
function isWriting(sql: string): boolean {
  return /^\s*(?:insert|update|delete)\b/i.test(sql)
}

/** One user of the connection, from Kysely's point of view a connection of its own. */
class SqliteUser implements DatabaseConnection {
  readonly #driver: SqliteDriver
  /** Its open transaction. */
  transaction: ReturnType<GroupCommit['begin']> | undefined

  constructor(driver: SqliteDriver) {
    this.#driver = driver
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#driver.execute(this, query)
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of await this.#driver.stream<Row>(this, query)) yield { rows: [row] }
  }
}
