import { MalformedForm } from './form-failures.ts'
import { readMediaType } from './read-boundary.ts'
import { readDisposition } from './read-disposition.ts'

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
