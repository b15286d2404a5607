import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'

/** Statements kept prepared. Lists of different lengths make many texts, so there has to be an end to it. */
const statementsKept = 200

/**
 * Kysely's SQLite dialect on node:sqlite. Integers are bound as integers, rows are plain objects and bytes
 * are Uint8Array. Transactions take the write lock when they begin: one that read first and asked for the
 * lock later could fail at once, however long the busy timeout, when another process wrote in between.
 */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase

  constructor(connection: DatabaseSync) {
    const database = bindDatabase(connection)
    super({ database })
    this.#database = database
  }

  override createDriver(): Driver {
    return new ImmediateDriver({ database: this.#database })
  }
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

function bindDatabase(connection: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => connection.close(),
    prepare(sql: string): SqliteStatement {
      const statement = statements.get(sql) ?? bindStatement(connection.prepare(sql))
      // A Map keeps the order of insertion: what is used goes to the end, the first is the longest unused.
      statements.delete(sql)
      statements.set(sql, statement)
      for (const oldest of statements.keys()) {
        if (statements.size <= statementsKept) break
        statements.delete(oldest)
      }
      return statement
    },
  }
}

function bindStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(toInput)).map((row) => ({ ...row })),
    run: (parameters) => statement.run(...parameters.map(toInput)),
    *iterate(parameters) {
      for (const row of statement.iterate(...parameters.map(toInput))) yield { ...row }
    },
  }
}

/** node:sqlite binds every number as a floating point value, which would turn 7 / 2 into 3.5. */
function toInput(value: unknown): SQLInputValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}
