import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { ApiError, networkError } from '#client/api-error.ts'
import type { Answer } from '#client/read-answer.ts'
import { misdirected, refusalOf } from '#client/transfers/fetch-directly.ts'
import type { FormBody } from './form-body.ts'

/**
 * Sends a form and reports the bytes handed to the network, which fetch doesn't report.
 * @throws ApiError NETWORK_ERROR; FILE_UNREADABLE for a file that can't be read, or was changed since it was picked; errors of the
 *   system for a stream that can't be read
 */
export async function sendForm(
  url: string,
  body: FormBody,
  {
    token,
    headers = {},
    onProgress,
  }: {
    token: string | undefined
    headers?: Readonly<Record<string, string>>
    onProgress: (sent: number) => void
  },
): Promise<Answer> {
  const sending = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': body.contentType,
      ...(body.size === undefined ? {} : { 'content-length': body.size }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  })
  const answered = Promise.withResolvers<IncomingMessage>()
  answered.promise.catch(() => {})
  // The server may refuse before everything is sent.
  const over = new AbortController()
  function end() {
    over.abort()
  }
  sending.on('error', answered.reject).on('response', answered.resolve).on('error', end).on('response', end)
  try {
    await sendChunks(body, sending, over.signal, onProgress)
    return await readResponse(url, answered.promise).catch((error: unknown) => {
      throw networkError(error)
    })
  } finally {
    sending.destroy()
  }
}

async function readResponse(url: string, answered: Promise<IncomingMessage>): Promise<Answer> {
  const response = await answered
  const { statusCode: status = 0 } = response
  const refusal = refusalOf(new URL(url), { status, location: response.headers.location ?? null })
  return {
    status: refusal === undefined ? status : misdirected,
    text: refusal ?? (await text(response)),
    retryAfter: response.headers['retry-after'] ?? null,
  }
}

/** Sends the bytes of a form until it ends, or `over` fires. */
async function sendChunks(
  body: FormBody,
  sending: ClientRequest,
  over: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<void> {
  let sent = 0
  try {
    for await (const chunk of body.chunks(over)) {
      if (over.aborted) return
      if (!sending.write(chunk)) await once(sending, 'drain', { signal: over }).catch(() => {})
      sent += chunk.length
      onProgress(sent)
    }
    if (!over.aborted) sending.end()
  } catch (error) {
    if (over.aborted) return
    throw isUnreadable(error) ? await unreadableFile(body.files, error) : error
  }
}

function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotReadableError'
}

/** Error for a form with an unreadable file, which a retry wouldn't help. */
async function unreadableFile(files: readonly File[], cause: unknown): Promise<ApiError> {
  let name = 'a file'
  for (const file of files) {
    if (await isReadable(file)) continue
    name = file.name
    break
  }
  const message = `Can't read ${name}. It may have changed since the upload began.`
  return new ApiError({ status: 0, code: 'FILE_UNREADABLE', message, cause })
}

function isReadable(file: File): Promise<boolean> {
  const first = file.slice(0, 1).arrayBuffer()
  return first.then(
    () => true,
    () => false,
  )
}
