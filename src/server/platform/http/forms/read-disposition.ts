import { MalformedForm } from './form-failures.ts'

/** One `; name=value` of RFC 9110, section 5.6.6, up to the value; the parameter itself may be missing. */
const parameterStart = /[ \t]*;[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)=)?/y
const unquotedValue = /[^\s";]+/y
/** RFC 5987, section 3.2.1, UTF-8 only. */
const extendedValue = /^UTF-8'[^']*'((?:%[0-9A-Fa-f]{2}|[0-9A-Za-z!#$&+\-.^_`|~])*)$/i

/**
 * Reads the value of a part's Content-Disposition header.
 *
 * Senders write a quoted name in two ways. Browsers (the HTML standard, "multipart/form-data encoding algorithm") and curl
 * since 7.81 write `"`, CR and LF as %22, %0D and %0A and leave all else alone, even `%` and `\`. Older curl, and curl
 * --form-escape, put a backslash before `"` and `\`. Both are undone: the three percent sequences, `\"` and `\\`; any other
 * backslash or percent sign stands for itself. So does a backslash before a quote that ends the header, since the value would
 * not end otherwise. So every name comes back as it was but for two rare ones that the formats themselves cannot tell apart:
 * one with `%22`, `%0D` or `%0A` spelled out, and, from a browser or newer curl, one with two backslashes in a row.
 *
 * A valid `filename*` (RFC 5987) wins over `filename`. `name*` is not in use, and readers differ on it, so it is refused.
 * @throws MalformedForm
 */
export function readDisposition(header: string): { name: string; filename: string | undefined } {
  const parameters = readParameters(header)
  if (parameters.has('name*'))
    throw new MalformedForm('the name of a part is written in a way that is not supported')
  const name = decodeQuotable(parameters.get('name'))
  if (!name) throw new MalformedForm('a part has no name')
  const filename = readExtended(parameters) ?? decodeQuotable(parameters.get('filename'))
  if (filename?.includes('\0')) throw new MalformedForm('a file name holds a NUL character')
  return { name, filename }
}

/** Parameters by name in lower case; the values as written, with their quotes. */
function readParameters(header: string): Map<string, string> {
  const type = /^form-data(?=[ \t;]|$)/i.exec(header)
  if (!type) throw new MalformedForm('a part is not form-data')
  const parameters = new Map<string, string>()
  let position = type[0].length
  while (position < header.length) {
    parameterStart.lastIndex = position
    const start = parameterStart.exec(header)
    if (!start) throw new MalformedForm('a part has a malformed Content-Disposition header')
    position = parameterStart.lastIndex
    const name = start[1]?.toLowerCase()
    if (name === undefined) continue
    if (parameters.has(name)) throw new MalformedForm('a part names itself twice')
    const end = header[position] === '"' ? quotedEnd(header, position) : unquotedEnd(header, position)
    parameters.set(name, header.slice(position, end))
    position = end
  }
  return parameters
}

/** Index just after the closing quote of the quoted value that opens at `open`. */
function quotedEnd(header: string, open: number): number {
  const last = header.length - 1
  for (let position = open + 1; position <= last; position++) {
    if (header[position] === '"') return position + 1
    const escaped = header[position] === '\\' ? header[position + 1] : undefined
    if (escaped === '\\' || (escaped === '"' && position + 1 < last)) position++
  }
  throw new MalformedForm('a quoted name does not end')
}

function unquotedEnd(header: string, start: number): number {
  unquotedValue.lastIndex = start
  if (!unquotedValue.test(header))
    throw new MalformedForm('a part has a malformed Content-Disposition header')
  return unquotedValue.lastIndex
}

const escapes: Record<string, string> = { '\\\\': '\\', '\\"': '"', '%22': '"', '%0D': '\r', '%0A': '\n' }

function decodeQuotable(value: string | undefined): string | undefined {
  if (!value?.startsWith('"')) return value
  return value.slice(1, -1).replace(/\\[\\"]|%22|%0D|%0A/g, (sequence) => escapes[sequence] ?? sequence)
}

/** The extended file name; undefined if there is none, or an invalid one beside a plain `filename`. */
function readExtended(parameters: Map<string, string>): string | undefined {
  const value = parameters.get('filename*')
  if (value === undefined) return undefined
  try {
    const encoded = extendedValue.exec(value)?.[1]
    if (encoded !== undefined) return decodeURIComponent(encoded)
  } catch {
    // Percent sequences that are not UTF-8: as invalid as any other.
  }
  if (parameters.has('filename')) return undefined
  throw new MalformedForm('a file name is not valid')
}
