import type { DatabaseSync, SQLInputValue, StatementResultingChanges, StatementSync } from 'node:sqlite'

/** Statements kept prepared. Lists of different lengths make many texts, so there has to be an end to it. */
const statementsKept = 200

/** Prepares statements on a connection, and keeps those that were used last. */
export function prepareOn(connection: DatabaseSync): (sql: string) => PreparedStatement {
  const statements = new Map<string, PreparedStatement>()
  return (sql) => {
    const statement = statements.get(sql) ?? bindStatement(connection.prepare(sql))
    // A Map keeps the order of insertion: what is used goes to the end, the first is the longest unused.
    statements.delete(sql)
    statements.set(sql, statement)
    for (const oldest of statements.keys()) {
      if (statements.size <= statementsKept) break
      statements.delete(oldest)
    }
    return statement
  }
}

/** A statement of Kysely's kind. */
export type PreparedStatement = {
  /** Whether it gives rows. */
  readonly reader: boolean
  all(parameters: readonly unknown[]): Record<string, unknown>[]
  run(parameters: readonly unknown[]): StatementResultingChanges
  iterate(parameters: readonly unknown[]): Iterable<Record<string, unknown>>
}

/** Rows come as arrays and are made objects here: that takes less than half of what copying node:sqlite's objects takes. */
function bindStatement(statement: StatementSync): PreparedStatement {
  let names = namesOf(statement)
  statement.setReturnArrays(true)
  function toRow(values: unknown): Record<string, unknown> {
    if (!Array.isArray(values)) throw new TypeError('SQLite gave no row')
    // SQLite prepares a statement anew when a table has changed.
    if (values.length !== names.length) names = namesOf(statement)
    const row: Record<string, unknown> = {}
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index]
    return row
  }
  return {
    reader: names.length > 0,
    all: (parameters) => statement.all(...parameters.map(toInput)).map(toRow),
    run: (parameters) => statement.run(...parameters.map(toInput)),
    *iterate(parameters) {
      for (const values of statement.iterate(...parameters.map(toInput))) yield toRow(values)
    },
  }
}

function namesOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name)
}

/** node:sqlite binds every number as a floating point value, which would turn 7 / 2 into 3.5. */
function toInput(value: unknown): SQLInputValue {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`)
}
