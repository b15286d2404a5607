import * as z from 'zod/mini'
import type { MlKemPairsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { MalformedForm } from '#server/platform/http/forms/form-failures.ts'
import { readBoundary } from '#server/platform/http/forms/read-upload-form.ts'
import type { Services } from '#server/platform/services.ts'
import { requestTicket } from '../sender/request-ticket.ts'
import type { Sender } from '../sender/sender.ts'
import { assertBundle, saysEndToEnd } from '../upload/end-to-end-options.ts'
import { readFileName, readModified } from '../upload/form-fields.ts'
import { validateAllOptions } from '../upload/upload-options.ts'

/** The transfer that an upload adds a file to, and who adds it. */
const target = z.object({
  ref: z.string(),
  by: z.optional(z.object({ id: z.string(), username: z.string() })),
  /** The API key that it was begun with, if it was: of an administrator it may be another account's than the owner's. */
  keyId: z.optional(z.string()),
  network: z.string(),
})
export type UploadTarget = z.infer<typeof target>

/** Description of an upload from its creation: one file, or a whole upload form sent as the body. */
export const uploadDescription = z.object({
  /** Identity of the sender; their limits are looked up each time, since an upload may take days. */
  sender: z.object({
    userId: z.nullable(z.string()),
    /** The API key that it was begun with, if it was. */
    keyId: z.nullable(z.string()),
    address: z.string(),
    /** Set for uploads to a request; `userId` is its owner then. */
    ticket: z.optional(requestTicket),
  }),
  /** None for a new transfer. */
  target: z.optional(target),
  kind: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('file'),
      filename: z.string(),
      mimeType: z.optional(z.string()),
      modified: z.optional(z.int()),
      options: z.record(z.string(), z.string()),
    }),
    z.object({ type: z.literal('form'), contentType: z.string() }),
  ]),
})
export type UploadDescription = z.infer<typeof uploadDescription>
export type UploadKind = UploadDescription['kind']

/** Names that other tus clients use for the same things, and what they send besides. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['name', 'filename'],
  ['type', 'filetype'],
])
const ignored = new Set(['relativePath'])

/**
 * Reads the Upload-Metadata header of a new transfer. Besides `filename` and `filetype` the keys are the fields of the upload
 * form. A `filetype` of multipart/form-data without a `filename` says that the body is such a form.
 * @throws Failure as validateOptions and readFileName do
 */
export function readUploadMetadata(
  metadata: Readonly<Record<string, string>>,
  sender: Sender,
  pairs: readonly MlKemPairsRow[],
  { config, clock }: Pick<Services, 'config' | 'clock'>,
): UploadKind {
  const { filename, filetype, modifiedAt, ...options } = metadata
  if (filename === undefined && filetype?.toLowerCase().startsWith('multipart/form-data')) {
    if (Object.keys(options).length > 0 || modifiedAt !== undefined)
      throw new Failure('VALIDATION_ERROR', { details: 'Upload-Metadata: options belong into the form' })
    validateFormType(filetype)
    return { type: 'form', contentType: filetype }
  }
  if (filename === undefined)
    throw new Failure('VALIDATION_ERROR', { details: 'Upload-Metadata: no filename' })
  const safeName = readFileName(filename)
  validateAllOptions(options, sender, pairs, config)
  const modified = readModified(modifiedAt ?? '', safeName, clock.now())
  if (!saysEndToEnd(options))
    return { type: 'file', filename: safeName, mimeType: filetype, modified, options }
  assertBundle({ filename, modified: modifiedAt })
  return { type: 'file', filename: safeName, options }
}

/**
 * The same for a file, or a form with files, that is added to a transfer. The fields that unlock the transfer are not kept.
 * @returns also the fields that unlock the transfer
 * @throws Failure VALIDATION_ERROR
 */
export function readAddedMetadata(metadata: Readonly<Record<string, string>>, now: number) {
  const { filename, filetype, modifiedAt, transfer: _, ...fields } = metadata
  if (filename === undefined && filetype?.toLowerCase().startsWith('multipart/form-data')) {
    validateFormType(filetype)
    return { kind: { type: 'form', contentType: filetype } as const, fields }
  }
  if (filename === undefined)
    throw new Failure('VALIDATION_ERROR', { details: 'Upload-Metadata: no filename' })
  const safeName = readFileName(filename)
  const modified = readModified(modifiedAt ?? '', safeName, now)
  const kind = { type: 'file', filename: safeName, mimeType: filetype, modified, options: {} } as const
  return { kind, fields }
}

/** @throws Failure VALIDATION_ERROR for a form that names no boundary, or one that cannot be */
function validateFormType(filetype: string): void {
  try {
    readBoundary(filetype)
  } catch (cause) {
    if (!(cause instanceof MalformedForm)) throw cause
    throw new Failure('VALIDATION_ERROR', { details: `filetype: ${cause.message}`, cause })
  }
}

/**
 * Reads an Upload-Metadata header: keys and base64 values. Synonyms may come in any order, and say the same.
 * @throws Failure VALIDATION_ERROR
 */
export function readPairs(header: string | undefined): Record<string, string> {
  const pairs: Record<string, string> = Object.create(null)
  const saidAs = new Map<string, string>()
  for (const pair of (header ?? '').split(',').map((text) => text.trim())) {
    if (pair === '') continue
    const [, name = '', value = ''] = /^([\x21-\x2b\x2d-\x7e]+)(?: ([A-Za-z0-9+/]*={0,2}))?$/.exec(pair) ?? []
    if (name === '') throw new Failure('VALIDATION_ERROR', { details: 'Upload-Metadata: malformed' })
    if (ignored.has(name)) continue
    const key = synonyms.get(name) ?? name
    const said = decode(value, name)
    const before = saidAs.get(key)
    if (before !== undefined && pairs[key] !== said)
      throw new Failure('VALIDATION_ERROR', {
        details:
          before === name
            ? `${name}: sent twice, with different values`
            : `${before} and ${name}: sent with different values`,
      })
    saidAs.set(key, name)
    pairs[key] = said
  }
  return { ...pairs }
}

/** The secret by which a sender finds an upload again whose first answer was lost. @throws Failure VALIDATION_ERROR */
export function readKey(text: string | undefined): string | undefined {
  if (text === undefined || /^[\w-]{22,64}$/.test(text)) return text
  throw new Failure('VALIDATION_ERROR', { details: 'uploadKey: not 22 to 64 characters of base64url' })
}

function decode(base64: string, key: string): string {
  // One digit over is no byte: it was cut off.
  if (base64.replace(/=+$/, '').length % 4 === 1)
    throw new Failure('VALIDATION_ERROR', { details: `${key}: not base64` })
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(base64, 'base64'))
  } catch (cause) {
    throw new Failure('VALIDATION_ERROR', { details: `${key}: not UTF-8`, cause })
  }
}
