import { addressOf } from '#client/address-of.ts'
import { readAnswer } from '#client/read-answer.ts'
import { sendForm } from '#client/send-form.ts'
import { routes } from '#contract/routes.ts'
import { freshToken } from '#web/accounts/fresh-token.ts'

export type AddedFile = { readonly file: File; readonly password: string }

export type AddingWatch = {
  /** Gets the part that has gone, 0 to 1. */
  readonly onProgress: (part: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends one more file into a transfer.
 * @param headers of managing, see manageHeaders
 * @throws ApiError, or the signal's reason when it was aborted
 */
export async function addFile(
  ref: string,
  { file, password }: AddedFile,
  headers: Readonly<Record<string, string>>,
  { onProgress, signal }: AddingWatch,
): Promise<void> {
  const form = new FormData()
  if (password !== '') form.append('password', password)
  form.append('file', file)
  const token = await freshToken()
  const answer = await sendForm({
    method: routes.addTransferFile.method,
    address: addressOf('', routes.addTransferFile, { params: { ref } }),
    form,
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    onProgress: (sent, total) => onProgress(sent / total),
    signal,
  })
  readAnswer<'addTransferFile'>(undefined, answer)
}
