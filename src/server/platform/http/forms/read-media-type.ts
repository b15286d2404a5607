import { MIMEType } from 'node:util'

/** Characters of the longest media type that is read; the time that reading one takes grows with their square. */
const maxLength = 200

/** The media type that a Content-Type header names; undefined when it is none, or longer than 200 characters. */
export function readMediaType(header: string): MIMEType | undefined {
  if (header.length > maxLength) return undefined
  try {
    return new MIMEType(header)
  } catch {
    return undefined
  }
}
