import * as z from 'zod/mini'
import { languages } from '../../languages.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
export const oneLine = /^[^\0-\x1f\x7f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
export const manyLines = /^[^\0-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]*$/

/** A text for each language; one without its own gets that of the first. */
export function texts(maxLength: number, allowed: RegExp) {
  return z.partialRecord(
    z.enum(languages),
    z.string().check(z.trim(), z.maxLength(maxLength), z.regex(allowed)),
  )
}
