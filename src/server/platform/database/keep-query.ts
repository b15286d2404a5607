import { type Compilable, type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** Stands in a kept query for a value that each call brings. */
class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Placeholders of a kept query's values while it is compiled. */
export type Slots<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

/**
 * A query whose text is made once, at its first call, and then kept: making it takes several times as long as SQLite
 * needs for the answer. `build` is given something in place of each value, and may use them any number of times; what it
 * does must not depend on anything else. Every call brings values of the same names.
 */
export function keepQuery<Values extends object, Row>(
  build: (database: Database, values: Slots<Values>) => Compilable<Row>,
): (database: Database, values: Values) => Promise<QueryResult<Row>> {
  /** Compiled queries by adapter, since the text differs between the engines. */
  const kept = new WeakMap<object, CompiledQuery<Row>>()
  return (database, values) => {
    const { adapter } = database.getExecutor()
    let query = kept.get(adapter)
    if (!query) {
      query = build(database, slotsOf(values)).compile()
      kept.set(adapter, query)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? readValue(values, value) : value,
    )
    return database.executeQuery({ ...query, parameters })
  }
}

function slotsOf<Values extends object>(values: Values): Slots<Values> {
  const slots = Object.keys(values).map((name) => [name, sql`${new Slot(name)}`])
  return Object.fromEntries(slots)
}

function readValue(values: object, { name }: Slot): unknown {
  const value: unknown = Reflect.get(values, name)
  if (value === undefined) throw new TypeError(`a query needs a value for ${name}`)
  return value
}
