import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { putHeaders, type UploadFields, uploadFields } from '#contract/transfers/files.ts'
import { Failure } from '#server/platform/failure.ts'
import { asIncomplete } from '#server/platform/http/forms/form-failures.ts'
import type { UploadFormHandlers } from '#server/platform/http/forms/read-upload-form.ts'
import { readBody } from '#server/platform/http/read-body.ts'
import { readInput } from '#server/platform/http/read-input.ts'
import { invalid } from '../form-fields.ts'

const known: ReadonlyMap<string, keyof UploadFields> = new Map(Object.entries(putHeaders))

/** Headers that would be options if there were one for each field of the form. Ignored, they would promise what is not kept. */
const unknown: ReadonlySet<string> = new Set(
  Object.keys(uploadFields.shape)
    .map((field) => `x-${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
    .filter((header) => !known.has(header)),
)

/**
 * Reads a request whose body is a file in the terms of a form: headers are its fields, and the address ends with its name.
 * @throws Failure VALIDATION_ERROR, and as readUploadForm does
 */
export async function readPlainFile(
  { raw, headers, originalUrl }: FastifyRequest,
  handlers: UploadFormHandlers,
): Promise<void> {
  for (const [name, value] of readOptionHeaders(raw.rawHeaders)) await handlers.field(name, value)
  const filename = nameIn(originalUrl)
  const sink = handlers.file({ name: 'file', filename, mimeType: headers['content-type'] })
  try {
    await readBody(raw, sink)
  } catch (error) {
    throw asIncomplete(error) ?? error
  }
}

/**
 * The fields of a form that the headers of a request stand for.
 * @param headers names and values in turn, as they were sent: Node takes their bytes for Latin-1, they are UTF-8
 * @throws Failure VALIDATION_ERROR naming a header that is empty, sent twice, not UTF-8 or not understood
 */
function readOptionHeaders(
  headers: readonly string[],
): readonly (readonly [name: keyof UploadFields, value: string])[] {
  const fields = new Map<keyof UploadFields, string>()
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const header = name.toLowerCase()
    if (unknown.has(header))
      throw wrongHeader(`The header ${name} is not known here; only a form has this option.`)
    const field = known.get(header)
    if (field === undefined) continue
    if (fields.has(field)) throw wrongHeader(`The header ${name} was sent twice.`)
    fields.set(field, readValue(name, field, headers[index + 1] ?? ''))
  }
  return [...fields]
}

function readValue(name: string, field: keyof UploadFields, sent: string): string {
  if (sent === '') throw wrongHeader(`The header ${name} is empty.`)
  const value = decode(name, sent)
  const schema = z.object({ [name]: uploadFields.shape[field] })
  try {
    readInput(schema, { [name]: value }, 'VALIDATION_ERROR', 'request')
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw wrongHeader(`The header ${error.details?.replace(':', '')}.`, error)
  }
  return value
}

function decode(name: string, sent: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(sent, 'latin1'))
  } catch (cause) {
    throw wrongHeader(`The header ${name} is not UTF-8.`, cause)
  }
}

function wrongHeader(message: string, cause?: unknown): Failure {
  return new Failure('VALIDATION_ERROR', { message, cause })
}

/**
 * The name at the end of an address, whose percent-encoded bytes are UTF-8. A percent sign that begins no byte stands for
 * itself.
 */
function nameIn(address: string): string {
  const [path = ''] = address.split(/[?#]/, 1)
  const text = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/%([0-9A-Fa-f]{2})/g, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, 'latin1'))
  } catch (cause) {
    throw invalid('The name in the address is not UTF-8.', cause)
  }
}
