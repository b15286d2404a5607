import { MIMEType } from 'node:util'
import { MalformedForm } from './form-failures.ts'

/** RFC 2046, section 5.1.1: 1 to 70 characters of this set, the last one not a space. */
const boundarySyntax = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/

/**
 * The boundary named by a request's Content-Type, quoted or not.
 * @throws MalformedForm when the request is no multipart form, or its boundary is missing or not allowed
 */
export function readBoundary(contentType: string): string {
  const boundary = formType(contentType).params.get('boundary')
  if (boundary === null) throw new MalformedForm('the form names no boundary')
  if (!boundarySyntax.test(boundary)) throw new MalformedForm('the boundary is not allowed')
  return boundary
}

function formType(contentType: string): MIMEType {
  try {
    const type = new MIMEType(contentType)
    if (type.essence === 'multipart/form-data') return type
  } catch {
    // Not a media type at all: no form either.
  }
  throw new MalformedForm('the request is not a multipart form')
}
