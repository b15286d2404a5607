import * as z from 'zod/mini'
import { putHeaders, type UploadFields, uploadFields } from '#contract/transfers/files.ts'
import { Failure } from '#server/platform/failure.ts'
import { readInput } from '#server/platform/http/read-input.ts'

const known: ReadonlyMap<string, keyof UploadFields> = new Map(Object.entries(putHeaders))

/** Headers that would be options if there were one for each field of the form. Ignored, they would promise what is not kept. */
const unknown: ReadonlySet<string> = new Set(
  Object.keys(uploadFields.shape)
    .map((field) => `x-${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
    .filter((header) => !known.has(header)),
)

/**
 * The fields of a form that the headers of a request stand for.
 * @param headers names and values in turn, as they were sent: Node takes their bytes for Latin-1, they are UTF-8
 * @throws Failure VALIDATION_ERROR naming a header that is empty, sent twice, not UTF-8 or not understood
 */
export function readOptionHeaders(
  headers: readonly string[],
): readonly (readonly [name: keyof UploadFields, value: string])[] {
  const fields = new Map<keyof UploadFields, string>()
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const header = name.toLowerCase()
    if (unknown.has(header))
      throw invalid(`The header ${name} is not known here; only a form has this option.`)
    const field = known.get(header)
    if (field === undefined) continue
    if (fields.has(field)) throw invalid(`The header ${name} was sent twice.`)
    fields.set(field, readValue(name, field, headers[index + 1] ?? ''))
  }
  return [...fields]
}

function readValue(name: string, field: keyof UploadFields, sent: string): string {
  if (sent === '') throw invalid(`The header ${name} is empty.`)
  const value = decode(name, sent)
  const schema = z.object({ [name]: uploadFields.shape[field] })
  try {
    readInput(schema, { [name]: value }, 'VALIDATION_ERROR', 'request')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw invalid(`The header ${error.details?.replace(':', '')}.`, error)
  }
  return value
}

function decode(name: string, sent: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(sent, 'latin1'))
  } catch (cause) {
    throw invalid(`The header ${name} is not UTF-8.`, cause)
  }
}

function invalid(message: string, cause?: unknown): Failure {
  return new Failure('VALIDATION_ERROR', { message, cause })
}
