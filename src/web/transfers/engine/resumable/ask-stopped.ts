import { offsetOf, terminateUpload } from '#client/upload-resumable.ts'
import { type Selection, sumOf } from '../../selection/selection.ts'
import { findStopped, fingerprintOf, forgetUpload, type StoppedUpload } from './stopped-uploads.ts'
import { isUploadLocked } from './upload-lock.ts'

/** An upload of a selection that stopped, and how far it had come. */
export type Stopped = {
  readonly upload: StoppedUpload
  readonly percent: number
  /** Discards it. If the server cannot be reached, the upload expires there by itself. */
  discard(): void
}

/** Finds a stopped upload of this selection that the server still has, with the data needed to continue it. */
export async function askStopped(selection: Selection, scope = ''): Promise<Stopped | undefined> {
  const fingerprint = await fingerprintOf(selection, scope)
  const upload = fingerprint && findStopped(fingerprint, Date.now())
  if (!fingerprint || !upload || (await isUploadLocked(fingerprint))) return undefined
  const { baseUrl, id, form } = upload
  const offset = await offsetOf(baseUrl, id)
  // Another time it can perhaps be asked.
  if (offset === undefined) return undefined
  if (offset === 'gone' || offset < (form?.headLength ?? 0)) {
    forgetUpload(fingerprint, Date.now())
    return undefined
  }
  return {
    upload,
    percent: Math.min(100, Math.floor((offset / Math.max(1, sumOf(selection).size)) * 100)),
    discard() {
      forgetUpload(fingerprint, Date.now())
      terminateUpload(baseUrl, id).catch(() => {})
    },
  }
}
