import { uploadForm } from '#client/upload-form.ts'
import type { UploadReply } from '#contract/files.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { freshToken } from '../../accounts/fresh-token.ts'
import { type Selection, sumOf } from '../selection/selection.ts'
import type { TransferOptions } from './transfer-options.ts'
import { partsOf } from './transfer-parts.ts'
import type { TransferWatch } from './transfer-watch.ts'
import { uploadWay } from './upload-way.ts'

/**
 * Sends a selection as one transfer, the way its size asks for. A large one is resumable, unless something between
 * here and the server does not let that through.
 * @throws ApiError, or the signal's reason when it was cancelled
 */
export async function uploadTransfer(
  selection: Selection,
  options: TransferOptions,
  config: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>,
  watch: TransferWatch,
): Promise<UploadReply> {
  const { baseUrl, resumable, call } = uploadWay(sumOf(selection), config)
  const parts = partsOf(selection, options)
  const token = await freshToken()
  if (resumable) {
    const { uploadResumably } = await import('./upload-resumably.ts')
    const reply = await uploadResumably(selection, parts, { baseUrl, token }, watch)
    if (reply !== 'refused') return reply
  }
  const form = new FormData()
  for (const part of [...parts.fields, ...parts.files]) {
    if ('value' in part) form.append(part.name, part.value)
    else form.append(part.name, part.file, part.filename)
  }
  const { onProgress, stepsToken, signal } = watch
  return uploadForm({ baseUrl, call, form, token, stepsToken, onProgress, signal })
}
