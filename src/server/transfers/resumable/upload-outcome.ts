import * as z from 'zod/mini'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { visitorUploadReply } from '#contract/requests/requests.ts'
import { uploadReply } from '#contract/transfers/files.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { deletionTokenOf } from '../model/transfer-links.ts'
import { releaseClaim } from '../upload/claims/claim-rows.ts'
import type { UploadResult } from '../upload/prepare-transfer.ts'
import type { OpenUpload } from './find-upload.ts'

const stored = z.union([
  z.object({
    reply: z.union([z.omit(visitorUploadReply, { success: true }), z.omit(uploadReply, { success: true })]),
  }),
  z.object({
    code: z.enum(Object.keys(errors)),
    message: z.string(),
    supportedTypes: z.optional(z.array(z.string())),
  }),
])

/** Outcome of an upload. */
type Outcome =
  | { reply: UploadResult }
  | { code: ErrorCode; message: string; supportedTypes?: readonly string[] | undefined }

/**
 * Keeps the outcome, so that a sender who lost the answer can ask again; what could open the upload goes, and so does its
 * claim.
 */
export async function keepOutcome(
  database: Database,
  { idHash, transferId }: Pick<OpenUpload, 'idHash' | 'transferId'>,
  outcome: Outcome,
): Promise<void> {
  const kept = 'reply' in outcome ? { reply: withoutSecrets(outcome.reply) } : outcome
  const nothing = new Uint8Array(0)
  await database
    .updateTable('uploads')
    .set({ outcome: JSON.stringify(kept), sealed_key: nothing, metadata: nothing })
    .where('id_hash', '=', idHash)
    .execute()
  await releaseClaim(database, transferId)
}

/** @throws Failure when the upload was refused */
export function readOutcome(text: string, manageToken: string): UploadResult {
  const outcome = z.parse(stored, JSON.parse(text))
  if (!('reply' in outcome)) {
    const code = Object.keys(errors).find((known): known is ErrorCode => known === outcome.code)
    const { message, supportedTypes } = outcome
    throw new Failure(code ?? 'INTERNAL_ERROR', { message, ...(supportedTypes && { supportedTypes }) })
  }
  if ('reference' in outcome.reply) return outcome.reply
  const { file, manageUrl } = outcome.reply
  // The links of a file added to a transfer had no token.
  if (!manageUrl.endsWith('#')) return outcome.reply
  const deletionUrl = `${file.deletionUrl}${deletionTokenOf(manageToken)}`
  return { ...outcome.reply, manageUrl: `${manageUrl}${manageToken}`, file: { ...file, deletionUrl } }
}

/** The tokens in it are secrets that the table must not know. */
function withoutSecrets(reply: UploadResult): UploadResult {
  if ('reference' in reply) return reply
  const withoutToken = (url: string) => url.replace(/#.*/, '#')
  const { file, manageUrl } = reply
  return {
    ...reply,
    manageUrl: withoutToken(manageUrl),
    file: { ...file, deletionUrl: withoutToken(file.deletionUrl) },
  }
}
