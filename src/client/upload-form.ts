import { stepsHeader } from '#contract/headers.ts'
import type { VisitorUploadReply } from '#contract/requests/requests.ts'
import { routes } from '#contract/routes.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { addressOf } from './address-of.ts'
import { readAnswer } from './read-answer.ts'
import { sendForm } from './send-form.ts'

/** Reply to an upload: of anyone, or of the visitor of a file request. */
export type UploadAnswer = UploadReply | VisitorUploadReply

type UploadName = 'upload' | 'uploadMultiple' | 'uploadStream'

export type UploadOptions = {
  /** Origin without a trailing slash; empty for the page's own. */
  baseUrl: string
  /** Which of the three upload calls. */
  call: UploadName
  /** A multipart form, whose type names its boundary. */
  form: Blob
  /** Credentials of the sender: an account's bearer token or a visitor's ticket. */
  headers?: Readonly<Record<string, string>>
  /** Token by which the server reports its steps; see followSteps. */
  stepsToken: string
  /** Bytes of the form handed to the network so far, and in all. */
  onProgress?: (sent: number, total: number) => void
  signal?: AbortSignal
}

/**
 * Uploads a form; see sendForm. Browsers only.
 * @throws ApiError as Client.call does, or the signal's reason when it was aborted
 */
export async function uploadForm(options: UploadOptions): Promise<UploadAnswer> {
  const { baseUrl, call, form, headers, stepsToken, onProgress, signal } = options
  const answer = await sendForm({
    method: routes[call].method,
    address: addressOf(baseUrl, routes[call]),
    form,
    headers: { ...headers, [stepsHeader]: stepsToken },
    onProgress,
    signal,
  })
  return readAnswer<UploadName>(undefined, answer)
}
