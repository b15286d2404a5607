/** Values of a pattern's parameters, by name. */
export type Params = Readonly<Record<string, string>>

/**
 * The params of a path that a pattern fits, such as `/download/:fileId`; `*` fits everything. Case and slashes at the end
 * do not matter. Undefined where it does not fit.
 */
export function matchPath(pattern: string, pathname: string): Params | undefined {
  if (pattern === '*') return {}
  const [wanted, given] = [segmentsOf(pattern), segmentsOf(pathname)]
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? ''
    if (segment.startsWith(':') && value !== '') params[segment.slice(1)] = decoded(value)
    else if (segment.toLowerCase() !== value.toLowerCase()) return undefined
  }
  return params
}

/** Whether one of these patterns fits a path. */
export function matchesOne(patterns: readonly string[], pathname: string): boolean {
  return patterns.some((pattern) => matchPath(pattern, pathname))
}

/** The path that fits a pattern with these params. */
export function pathWith(pattern: string, params: Params): string {
  return pattern.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''))
}

function segmentsOf(path: string): string[] {
  return path.replace(/\/+$/, '').split('/')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
