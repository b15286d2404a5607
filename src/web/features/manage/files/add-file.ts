import { addressOf } from '#client/address-of.ts'
import { readAnswer } from '#client/read-answer.ts'
import { sendForm } from '#client/send-form.ts'
import { routes } from '#contract/routes.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { freshToken } from '#web/accounts/fresh-token.ts'
import type { AddedFile } from '#web/transfers/engine/resumable/add-in-chunks.ts'
import { fetchResumable, uploadWay } from '#web/transfers/engine/upload-way.ts'
import { type ManageAccess, manageHeaders } from '../manage-access.ts'

type AddingWatch = {
  /** Gets the part that has gone, 0 to 1. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends one more file into a transfer, whatever changed there meanwhile, in the way that its size requires; see uploadWay. A
 * large one goes in a single request if resumable uploads do not get through.
 * @throws ApiError, or the signal's reason when it was aborted
 */
export async function addFile(
  access: ManageAccess,
  added: AddedFile,
  { onProgress, signal }: AddingWatch,
  config: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>,
): Promise<void> {
  const { file, secrets } = added
  const { ref } = access
  const { baseUrl, resumable } = uploadWay({ files: 1, size: file.size }, config)
  const headers = async () => {
    const token = await freshToken()
    return { ...manageHeaders(access), ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  }
  const watch = { onProgress: (sent: number, total: number) => onProgress(sent / total), signal }
  if (resumable) {
    const part = await fetchResumable().catch(() => undefined)
    if (await part?.addInChunks(ref, added, { ...watch, baseUrl, headers: await headers() })) return
  }
  const form = new FormData()
  for (const [name, secret] of Object.entries(secrets)) form.append(name, secret)
  form.append('file', file)
  const answer = await sendForm({
    method: routes.addTransferFile.method,
    address: addressOf(baseUrl, routes.addTransferFile, { params: { ref } }),
    form,
    headers: await headers(),
    ...watch,
  })
  readAnswer<'addTransferFile'>(undefined, answer)
}
