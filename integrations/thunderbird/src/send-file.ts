import { newStepsToken } from '#client/follow-steps.ts'
import { send } from '#client/transfers/send.ts'
import { ResumableRefused, terminateUpload, uploadResumable } from '#client/upload-resumable.ts'
import { bundleName, endToEndMethod } from '#contract/transfers/end-to-end.ts'
import { safeFileName } from '#contract/transfers/file-name.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import type { Account } from './accounts.ts'
import { sealFile } from './seal-file.ts'

/** Bytes of one request: what proxies that count them let through. */
const requestLength = 64 * 1024 * 1024

export type Sent = {
  readonly reply: UploadReply
  /** The link for the message; of an end-to-end encrypted file it has the key. */
  readonly url: string
}

type ToSend = {
  readonly file: File
  readonly password: string | undefined
  /** Called with the bytes sent so far, and in all. */
  readonly onProgress: (sent: number, total: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends a file in the name of an account. It goes on after a lost connection; stopped by its signal it leaves nothing at the
 * service.
 * @throws ApiError, or the signal's reason
 */
export async function sendFile(
  account: Account,
  { file, password, onProgress, signal }: ToSend,
): Promise<Sent> {
  const { service, key, options } = account
  const sealed = options.endToEnd ? await sealFile(file, password) : undefined
  signal.throwIfAborted()
  const metadata = {
    ...(options.expiresIn !== null && { expiresIn: options.expiresIn }),
    ...(options.downloadLimit !== null && { downloadLimit: String(options.downloadLimit) }),
    ...(sealed
      ? {
          filename: bundleName,
          filetype: 'application/octet-stream',
          encryptionMethod: endToEndMethod,
          slot: sealed.slot,
          proof: sealed.proof,
        }
      : {
          filename: safeFileName(file.name),
          filetype: file.type || 'application/octet-stream',
          ...(password !== undefined && { password }),
        }),
    uploadKey: newStepsToken(),
  }
  let uploadId: string | undefined
  try {
    const reply = await uploadResumable({
      baseUrl: service,
      body: sealed ?? file,
      requestLength: sealed?.requestLength ?? requestLength,
      metadata,
      headers: { authorization: `Bearer ${key}` },
      stepsToken: newStepsToken(),
      onCreated: (id) => {
        uploadId = id
      },
      onProgress,
      signal,
    })
    if (!('file' in reply)) throw new Error('no account sends as a visitor')
    const { downloadUrl } = reply.file
    return { reply, url: sealed ? `${downloadUrl}#${sealed.fragment}` : downloadUrl }
  } catch (error) {
    if (signal.aborted && uploadId !== undefined) await terminateUpload(service, uploadId).catch(() => {})
    if (!(error instanceof ResumableRefused) || sealed) throw error
  }
  const { expiresIn, downloadLimit } = options
  const reply = await send(file, {
    service,
    key,
    // The add-on has the permission for the service alone.
    direct: false,
    onProgress,
    signal,
    ...(password !== undefined && { password }),
    ...(expiresIn !== null && { expiresIn }),
    ...(downloadLimit !== null && { downloadLimit }),
  })
  return { reply, url: reply.file.downloadUrl }
}
