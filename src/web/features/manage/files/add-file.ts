import { addressOf } from '#client/address-of.ts'
import { networkError } from '#client/api-error.ts'
import { readAnswer } from '#client/read-answer.ts'
import { routes } from '#contract/routes.ts'
import { freshToken } from '#web/accounts/fresh-token.ts'

export type AddedFile = { readonly file: File; readonly password: string }

/**
 * Sends one more file into a transfer, by XMLHttpRequest, which alone reports how much has gone.
 * @param headers of managing, see manageHeaders
 * @param onProgress gets the part that has gone, 0 to 1
 * @throws ApiError
 */
export async function addFile(
  ref: string,
  { file, password }: AddedFile,
  headers: Readonly<Record<string, string>>,
  onProgress: (part: number) => void,
): Promise<void> {
  const form = new FormData()
  if (password !== '') form.append('password', password)
  form.append('file', file)
  const token = await freshToken()
  const request = new XMLHttpRequest()
  const answered = Promise.withResolvers<void>()
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
  request.onerror = () => answered.reject(networkError())
  request.onload = () => {
    const { status, responseText: text } = request
    const retryAfter = request.getResponseHeader('retry-after')
    try {
      readAnswer<'addTransferFile'>(undefined, { status, text, retryAfter })
      answered.resolve()
    } catch (error) {
      answered.reject(error)
    }
  }
  request.open(routes.addTransferFile.method, addressOf('', routes.addTransferFile, { params: { ref } }))
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`)
  request.send(form)
  return answered.promise
}
