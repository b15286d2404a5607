import { ownPath } from '#contract/own-path.ts'
import type { Location } from './location.ts'

/** Longer texts of a query are none of ours. */
const maxText = 500
const maxCount = 1_000_000

/** The query of an address, read name by name. Invalid values count as missing. */
type Query = {
  /** Empty where it is missing. */
  text(name: string): string
  /** The first of the values where it is missing. */
  oneOf<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value
  /** A number from 1 on; 1 where it is missing. */
  count(name: string): number
  /** An address of this app. */
  path(name: string): string | undefined
}

type Values = Readonly<Record<string, string | number | undefined>>

/** Parameters of a page's query: reads them, and writes those that differ from their defaults. */
export type Search<Read extends Values> = {
  read(search: string): Read
  write(values: Read): string
}

/**
 * Defines the parameters of a page's query.
 * @param read parses the query; each member bears the name of its parameter
 */
export function defineSearch<Read extends Values>(read: (query: Query) => Read): Search<Read> {
  return {
    read: (search) => read(queryOf(new URLSearchParams(search))),
    write(values) {
      const address = new URLSearchParams()
      for (const [name, value] of Object.entries(values))
        if (value !== undefined) address.set(name, String(value))
      for (const [name, value] of Object.entries(values)) {
        const without = new URLSearchParams(address)
        without.delete(name)
        if (read(queryOf(without))[name] === value) address.delete(name)
      }
      return address.toString()
    },
  }
}

function queryOf(address: URLSearchParams): Query {
  const text = (name: string) => {
    const given = address.get(name) ?? ''
    return given.length > maxText ? '' : given
  }
  return {
    text,
    oneOf: (name, values) => values.find((value) => value === address.get(name)) ?? values[0],
    count(name) {
      const given = text(name)
      const count = /^\d+$/.test(given) ? Number(given) : 1
      return count >= 1 && count <= maxCount ? count : 1
    },
    path: (name) => ownPath(address.get(name), location.origin),
  }
}

/** Query of pages that lead on to another: the address to continue at. */
export const redirectSearch = defineSearch((query) => ({ redirect: query.path('redirect') }))

/**
 * The address of a page that leads on to a location. Leaves out the location's fragment: a reload sends the query to the
 * server, and a fragment must never be sent.
 */
export function withRedirect(
  path: string,
  { pathname, search = '' }: Pick<Location, 'pathname' | 'search'>,
): string {
  return `${path}?${redirectSearch.write({ redirect: pathname + search })}`
}
