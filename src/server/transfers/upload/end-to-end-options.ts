import { bundleName, endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { Announcement, UploadFields } from '#contract/transfers/files.ts'
import { paddedLengthOf } from '#end-to-end/format/sizes.ts'
import type { Policy } from '#server/identity/principals/policy.ts'
import type { Principal } from '#server/identity/principals/principal.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { readSentSlot, type SentSlot } from '../keys/end-to-end-slots.ts'

/** Whether the fields of an upload that have come say that its sender sealed it. */
export function saysEndToEnd(fields: Readonly<Record<string, string>>): boolean {
  return fields.encryptionMethod === endToEndMethod
}

function plaintext(name: string): Failure {
  return new Failure('END_TO_END_PLAINTEXT', { details: name })
}

/**
 * Validates the fields of an end-to-end encrypted upload: nothing readable may come by mistake.
 * @returns the slot; undefined as long as it has not come
 * @throws Failure AUTHENTICATION_REQUIRED, END_TO_END_NOT_ALLOWED, END_TO_END_PLAINTEXT, VALIDATION_ERROR
 */
export function validateEndToEnd(
  fields: UploadFields,
  announcements: readonly Announcement[],
  { principal, policy, config }: { principal: Principal; policy: Policy; config: Services['config'] },
): SentSlot | undefined {
  // guard: whose files may be end-to-end encrypted -> tests/http/downloads/end-to-end/end-to-end-uploads.test.ts "taken as the option says"
  if (!policy.endToEnd)
    throw new Failure(
      config.endToEnd === 'accounts' && principal.kind === 'guest'
        ? 'AUTHENTICATION_REQUIRED'
        : 'END_TO_END_NOT_ALLOWED',
    )
  // guard: nothing readable beside a bundle -> tests/http/downloads/end-to-end/end-to-end-uploads.test.ts "nothing readable"
  for (const name of ['password', 'description', 'title', 'senderName'] as const)
    if (fields[name]) throw plaintext(name)
  if (announcements.some(({ message, senderName }) => message || senderName)) throw plaintext('emails')
  if (fields.slot === undefined || fields.proof === undefined) return undefined
  return readSentSlot(fields.slot, fields.proof)
}

export function slotMissing(): Failure {
  return new Failure('VALIDATION_ERROR', { details: 'slot and proof: missing' })
}

/** The same at the end of an upload. @throws Failure VALIDATION_ERROR without a slot, FILE_PASSWORD_REQUIRED */
export function requireSlot(sealed: SentSlot | undefined, { filePassword }: Policy): void {
  if (!sealed) throw slotMissing()
  if (filePassword.required && !sealed.head.password) throw new Failure('FILE_PASSWORD_REQUIRED')
}

/**
 * Asserts that all that is said of the file of an end-to-end encrypted upload is its name, which is the same for all.
 * @throws Failure END_TO_END_PLAINTEXT
 */
export function assertBundle(said: {
  readonly filename: string
  readonly path?: string
  readonly isSeveral?: boolean
  readonly modified?: unknown
}): void {
  const { filename, path = filename, isSeveral = false, modified } = said
  if (isSeveral || filename !== bundleName || path !== bundleName) throw plaintext('filename')
  if (modified !== undefined) throw plaintext('modifiedAt')
}

/** @throws Failure VALIDATION_ERROR for a length that no bundle has */
export function assertBundleLength(length: number): void {
  // guard: length of a bundle -> tests/http/downloads/end-to-end/end-to-end-uploads.test.ts "lengths that no bundle has"
  if (paddedLengthOf(length) === undefined)
    throw new Failure('VALIDATION_ERROR', { details: 'file: no end-to-end encrypted bundle has this length' })
}
