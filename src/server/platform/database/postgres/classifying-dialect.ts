import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import { DatabaseError } from 'pg'
import {
  DatabaseFull,
  DatabaseUnavailable,
  maxConflicts,
  type UnavailableReason,
} from '../database-failure.ts'

/** Kysely's dialect, whose failures say what they mean for the caller. */
export class ClassifyingPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #onDamage: () => void

  constructor(config: PostgresDialectConfig, onDamage: () => void) {
    super(config)
    this.#config = config
    this.#onDamage = onDamage
  }

  override createDriver(): Driver {
    return new ClassifyingDriver(this.#config, this.#onDamage)
  }
}

class ClassifyingDriver extends PostgresDriver {
  readonly #classified = new WeakSet<DatabaseConnection>()
  readonly #inTransaction = new WeakSet<DatabaseConnection>()
  readonly #onDamage: () => void

  constructor(config: PostgresDialectConfig, onDamage: () => void) {
    super(config)
    this.#onDamage = onDamage
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection().catch((error: unknown) => {
      throw new DatabaseUnavailable('lost', error)
    })
    if (!this.#classified.has(connection)) {
      const execute = connection.executeQuery.bind(connection)
      connection.executeQuery = <Row>(query: CompiledQuery) =>
        this.#executeAgain(connection, () => execute<Row>(query))
      this.#classified.add(connection)
    }
    return connection
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings)
    this.#inTransaction.add(connection)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#inTransaction.delete(connection)
  }

  override async rollbackTransaction(
    ...[connection]: Parameters<PostgresDriver['rollbackTransaction']>
  ): Promise<void> {
    await super.rollbackTransaction(connection)
    this.#inTransaction.delete(connection)
  }

  /** Executes a statement, and again what is its own transaction and was undone in favour of another; transact repeats the others. */
  async #executeAgain<Result>(
    connection: DatabaseConnection,
    execute: () => Promise<Result>,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await execute()
      } catch (error) {
        const failure = this.#classify(error)
        const wasUndone = failure instanceof DatabaseUnavailable && failure.reason === 'conflict'
        if (!wasUndone || this.#inTransaction.has(connection) || attempt === maxConflicts) throw failure
      }
    }
  }

  #classify(error: unknown): unknown {
    const reason = error instanceof DatabaseError ? reasonOf(error.code ?? '') : lostUnlessOurs(error)
    if (reason === undefined) return error
    if (reason === 'damaged') this.#onDamage()
    return reason === 'full' ? new DatabaseFull(error) : new DatabaseUnavailable(reason, error)
  }
}

/**
 * Reasons by SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html). A statement that is cancelled met its time limit; a
 * server that only reads is the wrong one of a pair.
 */
const reasons: readonly [RegExp, UnavailableReason | 'full'][] = [
  [/^(40P01|40001)$/, 'conflict'],
  [/^(53100)$/, 'full'],
  [/^(55P03|57014)$/, 'busy'],
  [/^(08|53|57P|58|25006|25P03)/, 'lost'],
  [/^XX00[12]$/, 'damaged'],
]

function reasonOf(code: string): UnavailableReason | 'full' | undefined {
  return reasons.find(([pattern]) => pattern.test(code))?.[1]
}

/** An error that is not the server's is the connection's, unless a value could not be sent or read. */
function lostUnlessOurs(error: unknown): 'lost' | undefined {
  return error instanceof TypeError || error instanceof RangeError ? undefined : 'lost'
}
