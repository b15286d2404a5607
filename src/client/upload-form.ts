import type { VisitorUploadReply } from '#contract/requests/requests.ts'
import { routes } from '#contract/routes.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { stepsHeader } from '#contract/transfers/upload-steps.ts'
import { addressOf } from './address-of.ts'
import { networkError, timeoutError } from './api-error.ts'
import { readAnswer } from './read-answer.ts'

/**
 * Milliseconds without a byte moved or an answer given, after which an upload is given up. Counted from the
 * last sign of life, so that a slow line may take hours for a large file.
 */
const idleTimeout = 30 * 60_000

/** What an upload is answered with: by an account or anyone, or with the ticket of a file request. */
export type UploadAnswer = UploadReply | VisitorUploadReply

type UploadName = 'upload' | 'uploadMultiple' | 'uploadStream'

export type UploadOptions = {
  /** Origin without a trailing slash; empty for the page's own. */
  baseUrl: string
  /** Which of the three upload calls. */
  call: UploadName
  /** A multipart form, whose type names its boundary. */
  form: Blob
  /** Who sends it: the bearer token of an account, or the ticket of a visitor. */
  headers?: Readonly<Record<string, string>>
  /** Under which the server reports its steps; see followSteps. */
  stepsToken: string
  /** Bytes of the form handed to the network so far, and in all. */
  onProgress?: (sent: number, total: number) => void
  signal?: AbortSignal
}

/**
 * Sends a form by XMLHttpRequest, which alone reports the progress of what is sent. Browsers only.
 * @throws ApiError as Client.call does, or the signal's reason when it was aborted
 */
export function uploadForm(options: UploadOptions): Promise<UploadAnswer> {
  const { baseUrl, call, form, headers = {}, stepsToken, onProgress, signal } = options
  const request = new XMLHttpRequest()
  const sent = Promise.withResolvers<UploadAnswer>()
  let idle: number | undefined

  function stayAwake() {
    clearTimeout(idle)
    idle = window.setTimeout(() => stop(timeoutError()), idleTimeout)
  }
  function stop(reason: unknown) {
    sent.reject(reason)
    request.abort()
  }
  function onAbort() {
    stop(signal?.reason)
  }

  request.upload.onprogress = ({ loaded, total }) => {
    stayAwake()
    onProgress?.(loaded, total)
  }
  request.onerror = () => sent.reject(networkError())
  request.onload = () => {
    const { status, responseText: text } = request
    try {
      sent.resolve(
        readAnswer<UploadName>(undefined, {
          status,
          text,
          retryAfter: request.getResponseHeader('retry-after'),
        }),
      )
    } catch (error) {
      sent.reject(error)
    }
  }
  request.onloadend = () => {
    clearTimeout(idle)
    signal?.removeEventListener('abort', onAbort)
  }

  if (signal?.aborted) return Promise.reject(signal.reason)
  signal?.addEventListener('abort', onAbort)
  request.open(routes[call].method, addressOf(baseUrl, routes[call]))
  request.setRequestHeader(stepsHeader, stepsToken)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  stayAwake()
  request.send(form)
  return sent.promise
}
