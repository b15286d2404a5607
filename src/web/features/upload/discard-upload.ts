import { terminateUpload } from '#client/upload-resumable.ts'
import type { Selection } from './selection.ts'
import { findStopped, fingerprintOf, forgetUpload } from './stopped-uploads.ts'

/** Throws away what the server has of an upload that stopped. Where it cannot be told, it finds out by itself. */
export async function discardUpload(selection: Selection): Promise<void> {
  const fingerprint = await fingerprintOf(selection)
  const stopped = fingerprint && findStopped(fingerprint, Date.now())
  if (!fingerprint || !stopped) return
  forgetUpload(fingerprint, Date.now())
  await terminateUpload(stopped.baseUrl, stopped.id).catch(() => {})
}
