export type AddressParts = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | boolean | undefined>>
}

/**
 * The URL of a call: `baseUrl` (an origin without a trailing slash, or empty for the page's own), `/api`, the
 * path with its parameters put in, and the query without its undefined members. Everything is percent-encoded.
 * @throws TypeError when a parameter of the path is missing
 */
export function addressOf(baseUrl: string, { path }: { path: string }, parts: AddressParts = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = parts.params?.[name]
    if (value === undefined) throw new TypeError(`${path} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  return `${baseUrl}/api${filled}${query.size > 0 ? `?${query}` : ''}`
}
