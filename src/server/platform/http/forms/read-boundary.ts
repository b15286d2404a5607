import { MIMEType } from 'node:util'
import { MalformedForm } from './form-failures.ts'

/** Characters of the longest media type that is read; the time that reading one takes grows with their square. */
const maxLength = 200

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

/** RFC 2046, section 5.1.1: 1 to 70 characters of this set, the last one not a space. */
const boundarySyntax = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/

/**
 * The boundary named by a request's Content-Type, quoted or not.
 * @throws MalformedForm when the request is no multipart form, or its boundary is missing or not allowed
 */
export function readBoundary(contentType: string): string {
  const type = readMediaType(contentType)
  if (type?.essence !== 'multipart/form-data') throw new MalformedForm('the request is not a multipart form')
  const boundary = type.params.get('boundary')
  if (boundary === null) throw new MalformedForm('the form names no boundary')
  if (!boundarySyntax.test(boundary)) throw new MalformedForm('the boundary is not allowed')
  return boundary
}
