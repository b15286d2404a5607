import { type Compilable, type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** Stands in a compiled query for a value that each call brings. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Placeholders for the values of a query while it is compiled. */
export type Placeholders<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

/**
 * A query that is compiled once, at its first call: that takes several times as long as SQLite needs for the answer. `build`
 * is given a placeholder for each value, and may use it any number of times; what it does must not depend on anything else.
 * Every call brings values of the same names.
 */
export function compileQuery<Values extends object, Row>(
  build: (database: Database, values: Placeholders<Values>) => Compilable<Row>,
): (database: Database, values: Values) => Promise<QueryResult<Row>> {
  /** Compiled queries by adapter, since the text differs between the engines. */
  const compiled = new WeakMap<object, CompiledQuery<Row>>()
  return (database, values) => {
    const { adapter } = database.getExecutor()
    let query = compiled.get(adapter)
    if (!query) {
      query = build(database, placeholdersOf(values)).compile()
      compiled.set(adapter, query)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? readValue(values, value) : value,
    )
    return database.executeQuery({ ...query, parameters })
  }
}

function placeholdersOf<Values extends object>(values: Values): Placeholders<Values> {
  const placeholders = Object.keys(values).map((name) => [name, sql`${new Placeholder(name)}`])
  return Object.fromEntries(placeholders)
}

function readValue(values: object, { name }: Placeholder): unknown {
  const value: unknown = Reflect.get(values, name)
  if (value === undefined) throw new TypeError(`a query needs a value for ${name}`)
  return value
}
