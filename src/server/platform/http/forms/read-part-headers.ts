import { MIMEType } from 'node:util'
import { MalformedForm } from './form-failures.ts'

/** Headers of a part as sent; names are validated elsewhere. */
export type PartHeaders = {
  /** Never empty. */
  name: string
  /** Undefined in a text field; empty where a browser sends a file input with no file chosen. */
  filename: string | undefined
  /** Type and subtype in lower case, without parameters; undefined if absent, no media type, or a very long one. */
  mimeType: string | undefined
}

/**
 * A field name starts with a letter or digit, which is narrower than RFC 9110: so a line that starts with a
 * boundary is never taken for a header.
 */
const fieldName = /^[0-9A-Za-z][!#$%&'*+.^_`|~0-9A-Za-z-]*$/
const identityEncodings = ['7bit', '8bit', 'binary']
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Characters of the longest media type that is read; the time that reading one takes grows with their square. */
const maxLength = 200

/** One `; name=value` of RFC 9110, section 5.6.6, up to the value; the parameter itself may be missing. */
const parameterStart = /[ \t]*;[ \t]*(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)=)?/y
const unquotedValue = /[^\s";]+/y
/** RFC 5987, section 3.2.1, UTF-8 only. */
const extendedValue = /^UTF-8'[^']*'((?:%[0-9A-Fa-f]{2}|[0-9A-Za-z!#$&+\-.^_`|~])*)$/i

/**
 * Reads a part's header block: lines in UTF-8, divided by CRLF, without the empty line at the end. Folded lines
 * are refused, as RFC 9112 does; headers that mean nothing here are skipped.
 * @throws MalformedForm
 */
export function readPartHeaders(block: Uint8Array): PartHeaders {
  let disposition: { name: string; filename: string | undefined } | undefined
  let contentType: string | undefined
  for (const line of decode(block).split('\r\n')) {
    if (line === '') continue
    const { field, value } = readLine(line)
    if (field === 'content-disposition') {
      if (disposition) throw new MalformedForm('a part has two Content-Disposition headers')
      disposition = readDisposition(value)
    } else if (field === 'content-type') {
      if (contentType !== undefined) throw new MalformedForm('a part has two Content-Type headers')
      contentType = value
    } else if (field === 'content-transfer-encoding' && !identityEncodings.includes(value.toLowerCase())) {
      throw new MalformedForm('a part has a Content-Transfer-Encoding that is not supported')
    }
  }
  if (!disposition) throw new MalformedForm('a part has no Content-Disposition header')
  return {
    name: detached(disposition.name),
    filename: disposition.filename === undefined ? undefined : detached(disposition.filename),
    mimeType: contentType === undefined ? undefined : readMediaType(contentType)?.essence,
  }
}

/** The same text on its own: a part of a string keeps the whole of it in memory. */
function detached(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}

function decode(block: Uint8Array): string {
  try {
    return utf8.decode(block)
  } catch {
    throw new MalformedForm('the headers of a part are not UTF-8')
  }
}

function readLine(line: string): { field: string; value: string } {
  if (/[\0\r\n]/.test(line)) throw new MalformedForm('a part header holds a control character')
  const colon = line.indexOf(':')
  const field = line.slice(0, Math.max(colon, 0))
  if (!fieldName.test(field)) throw new MalformedForm('a part has a malformed header')
  return { field: field.toLowerCase(), value: withoutOuterSpace(line.slice(colon + 1)) }
}

/** Without spaces and tabs at both ends; the only white space of the format, unlike for String.trim(). */
function withoutOuterSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text[start])) start++
  while (end > start && isSpace(text[end - 1])) end--
  return text.slice(start, end)
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}

/** The media type that a Content-Type header names; undefined when it is none, or longer than 200 characters. */
export function readMediaType(header: string): MIMEType | undefined {
  // guard: media type -> tests/http/hostile/bad-input.test.ts "a content type of thousands"
  if (header.length > maxLength) return undefined
  try {
    return new MIMEType(header)
  } catch {
    return undefined
  }
}

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
function readDisposition(header: string): { name: string; filename: string | undefined } {
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
