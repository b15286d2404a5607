import { ApiError } from '#client/api-error.ts'
import { newBoundary } from '#client/multipart-body.ts'
import { leavesUpload } from '#client/retry.ts'
import { ResumableRefused, terminateUpload, uploadResumable } from '#client/upload-resumable.ts'
import type { UploadReply } from '#contract/files.ts'
import type { Selection } from '../selection/selection.ts'
import { Cancelled } from './cancelled.ts'
import { fingerprintOf, forgetUpload, rememberUpload, type StoppedUpload } from './stopped-uploads.ts'
import { restOfBody, transferBody } from './transfer-body.ts'
import type { TransferParts } from './transfer-parts.ts'
import type { TransferWatch } from './transfer-watch.ts'
import { withUploadLock } from './upload-lock.ts'

/**
 * Sends a transfer so that it can be gone on with: after a lost connection by itself, after a closed tab with the same
 * selection. Resolves with `refused` where such uploads do not get through; then nothing has been sent.
 * @throws ApiError, or the signal's reason; Cancelled also takes the upload off the server
 */
export async function uploadResumably(
  selection: Selection,
  parts: TransferParts,
  { baseUrl, token }: { baseUrl: string; token: string | undefined },
  watch: TransferWatch,
): Promise<UploadReply | 'refused'> {
  const fingerprint = await fingerprintOf(selection)
  const { body, metadata, form } = transferBody(parts, newBoundary())
  let begun: StoppedUpload | undefined
  function onCreated(id: string) {
    begun = { selection: fingerprint ?? '', id, baseUrl, at: Date.now(), form }
    if (fingerprint) rememberUpload(begun)
  }
  try {
    const send = () => uploadResumable({ baseUrl, body, metadata, token, onCreated, ...watch })
    return await settling(fingerprint ? withUploadLock(fingerprint, send) : send(), () => begun)
  } catch (error) {
    if (error instanceof ResumableRefused) return 'refused'
    throw error
  }
}

/**
 * Goes on with an upload that stopped, with the options that it began with.
 * @throws ApiError, or the signal's reason; Cancelled also takes the upload off the server
 */
export function resumeUpload(
  parts: TransferParts,
  stopped: StoppedUpload,
  watch: TransferWatch,
): Promise<UploadReply> {
  const { id, baseUrl, form } = stopped
  const body = restOfBody(parts, form)
  const send = () => uploadResumable({ baseUrl, id, body, metadata: {}, ...watch })
  return settling(withUploadLock(stopped.selection, send), () => stopped)
}

/** Forgets an upload that has become a file or never will; what was only interrupted can be gone on with. */
async function settling(
  upload: Promise<UploadReply>,
  begun: () => StoppedUpload | undefined,
): Promise<UploadReply> {
  function forget() {
    forgetUpload(begun()?.selection ?? '', Date.now())
  }
  try {
    const reply = await upload
    forget()
    return reply
  } catch (error) {
    const over = error instanceof ApiError ? !leavesUpload(error) : isFinal(error)
    if (over) forget()
    const left = begun()
    // Where the server cannot be told, it finds out by itself.
    if (error instanceof Cancelled && left) terminateUpload(left.baseUrl, left.id).catch(() => {})
    throw error
  }
}

function isFinal(error: unknown): boolean {
  return error instanceof Cancelled || error instanceof ResumableRefused
}
