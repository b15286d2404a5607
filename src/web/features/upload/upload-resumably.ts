import { ApiError } from '#client/api-error.ts'
import { newBoundary } from '#client/multipart-body.ts'
import { isPassing } from '#client/retry.ts'
import { ResumableRefused, uploadResumable } from '#client/upload-resumable.ts'
import type { UploadReply } from '#contract/files.ts'
import type { Selection } from './selection.ts'
import { fingerprintOf, forgetUpload, rememberUpload, type StoppedUpload } from './stopped-uploads.ts'
import { restOfBody, transferBody } from './transfer-body.ts'
import type { TransferParts } from './transfer-parts.ts'
import type { TransferWatch } from './upload-transfer.ts'

/**
 * Sends a transfer so that it can be gone on with: after a lost connection by itself, after a closed tab with the same
 * selection. Resolves with `refused` where such uploads do not get through; then nothing has been sent.
 * @throws ApiError, or the signal's reason
 */
export async function uploadResumably(
  selection: Selection,
  parts: TransferParts,
  baseUrl: string,
  watch: TransferWatch,
): Promise<UploadReply | 'refused'> {
  const fingerprint = await fingerprintOf(selection)
  const { body, metadata, form } = transferBody(parts, newBoundary())
  function onCreated(id: string) {
    if (fingerprint) rememberUpload({ selection: fingerprint, id, baseUrl, at: Date.now(), form })
  }
  try {
    return await untilSettled(fingerprint, uploadResumable({ baseUrl, body, metadata, onCreated, ...watch }))
  } catch (error) {
    if (error instanceof ResumableRefused) return 'refused'
    throw error
  }
}

/**
 * Goes on with an upload that stopped, with the options that it began with.
 * @throws ApiError, or the signal's reason
 */
export function resumeUpload(
  parts: TransferParts,
  stopped: StoppedUpload,
  watch: TransferWatch,
): Promise<UploadReply> {
  const { id, baseUrl, selection, form } = stopped
  return untilSettled(
    selection,
    uploadResumable({ baseUrl, id, body: restOfBody(parts, form), metadata: {}, ...watch }),
  )
}

/** Forgets an upload that has become a file or never will; what was only interrupted can be gone on with. */
async function untilSettled(
  fingerprint: string | undefined,
  upload: Promise<UploadReply>,
): Promise<UploadReply> {
  function settle() {
    if (fingerprint) forgetUpload(fingerprint, Date.now())
  }
  try {
    const reply = await upload
    settle()
    return reply
  } catch (error) {
    if (error instanceof ResumableRefused || (error instanceof ApiError && !isPassing(error))) settle()
    throw error
  }
}
