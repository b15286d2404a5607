import { networkError, timeoutError } from './api-error.ts'
import type { Answer } from './read-answer.ts'

/**
 * Milliseconds without a byte moved or an answer given, after which an upload is given up. Counted from the
 * last sign of life, so that a slow line may take hours for a large file.
 */
const idleTimeout = 30 * 60_000

export type FormRequest = {
  method: string
  address: string
  /** A multipart form; a Blob's type names its boundary. */
  form: Blob | FormData
  headers: Readonly<Record<string, string>>
  /** Bytes of the form handed to the network so far, and in all. */
  onProgress: ((sent: number, total: number) => void) | undefined
  signal: AbortSignal | undefined
}

/**
 * Sends a form by XMLHttpRequest, which alone reports the progress of what is sent. Browsers only.
 * @throws ApiError when no answer came, or the signal's reason when it was aborted
 */
export function sendForm({
  method,
  address,
  form,
  headers,
  onProgress,
  signal,
}: FormRequest): Promise<Answer> {
  const request = new XMLHttpRequest()
  const answered = Promise.withResolvers<Answer>()
  let idle: number | undefined

  function stayAwake() {
    clearTimeout(idle)
    idle = window.setTimeout(() => stop(timeoutError()), idleTimeout)
  }
  function stop(reason: unknown) {
    answered.reject(reason)
    request.abort()
  }
  function onAbort() {
    stop(signal?.reason)
  }

  request.upload.onprogress = ({ loaded, total }) => {
    stayAwake()
    onProgress?.(loaded, total)
  }
  request.onerror = () => answered.reject(networkError())
  request.onload = () => {
    const { status, responseText: text } = request
    answered.resolve({ status, text, retryAfter: request.getResponseHeader('retry-after') })
  }
  request.onloadend = () => {
    clearTimeout(idle)
    signal?.removeEventListener('abort', onAbort)
  }

  if (signal?.aborted) return Promise.reject(signal.reason)
  signal?.addEventListener('abort', onAbort)
  request.open(method, address)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  stayAwake()
  request.send(form)
  return answered.promise
}
