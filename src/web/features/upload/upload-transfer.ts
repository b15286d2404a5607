import { uploadForm } from '#client/upload-form.ts'
import { safeFileName } from '#contract/file-name.ts'
import type { UploadReply } from '#contract/files.ts'
import { type Selection, sumOf } from './selection.ts'
import type { TransferOptions } from './transfer-options.ts'

export type TransferWay = {
  /** Origin that takes uploads; empty for the page's own. */
  baseUrl: string
  onProgress: (sent: number, total: number) => void
  signal: AbortSignal
}

/**
 * Sends a selection as one transfer. Fields go first, so that the server can refuse before the bytes have travelled.
 * @throws ApiError, or the signal's reason when it was cancelled
 */
export function uploadTransfer(
  selection: Selection,
  options: TransferOptions,
  { baseUrl, onProgress, signal }: TransferWay,
): Promise<UploadReply> {
  const form = new FormData()
  form.set('expiresIn', options.expiresIn)
  if (options.password) form.set('password', options.password)
  if (options.description) form.set('description', options.description)
  if (options.deleteAfterDownload) form.set('deleteAfterDownload', 'true')
  const files = selection.flatMap((item) => item.files)
  const several = sumOf(selection).files > 1
  for (const { file, path } of files) {
    const name = safeFileName(file.name)
    if (path.includes('/')) form.append(`folderPath_${name}`, path)
    form.append(several ? 'files' : 'file', file, name)
  }
  const call = several ? 'uploadMultiple' : 'upload'
  return uploadForm({ baseUrl, call, form, onProgress, signal })
}
