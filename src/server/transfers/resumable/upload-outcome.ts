import * as z from 'zod/mini'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { type UploadReply, uploadReply } from '#contract/transfers/files.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { releaseClaim } from '../upload/upload-claims.ts'
import type { OpenUpload } from './find-upload.ts'

type Reply = Omit<UploadReply, 'success'>

const stored = z.union([
  z.object({ reply: z.omit(uploadReply, { success: true }) }),
  z.object({
    code: z.enum(Object.keys(errors)),
    message: z.string(),
    supportedTypes: z.optional(z.array(z.string())),
  }),
])

/** What became of an upload. */
export type Outcome =
  | { reply: Reply }
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
  const kept = 'reply' in outcome ? { reply: withoutDeletionUrl(outcome.reply) } : outcome
  const nothing = new Uint8Array(0)
  await database
    .updateTable('uploads')
    .set({ outcome: JSON.stringify(kept), sealed_key: nothing, metadata: nothing })
    .where('id_hash', '=', idHash)
    .execute()
  await releaseClaim(database, transferId)
}

/** @throws Failure when the upload was refused */
export function readOutcome(text: string, deletionToken: string): Reply {
  const outcome = z.parse(stored, JSON.parse(text))
  if (!('reply' in outcome)) {
    const code = Object.keys(errors).find((known): known is ErrorCode => known === outcome.code)
    const { message, supportedTypes } = outcome
    throw new Failure(code ?? 'INTERNAL_ERROR', { message, ...(supportedTypes && { supportedTypes }) })
  }
  const { file } = outcome.reply
  return { ...outcome.reply, file: { ...file, deletionUrl: `${file.deletionUrl}${deletionToken}` } }
}

/** The token in it is a secret that the table must not know. */
function withoutDeletionUrl(reply: Reply): Reply {
  const { file } = reply
  return { ...reply, file: { ...file, deletionUrl: file.deletionUrl.replace(/#.*/, '#') } }
}
