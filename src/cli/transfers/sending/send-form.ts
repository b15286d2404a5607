import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { ApiError, networkError } from '#client/api-error.ts'
import type { MultipartBody } from '#client/multipart-body.ts'
import type { Answer } from '#client/read-answer.ts'
import { misdirected, refusalOf } from '../open-client.ts'

/**
 * Sends a form and reports the bytes handed to the network, which fetch doesn't report.
 * @throws ApiError NETWORK_ERROR; FILE_UNREADABLE for a file that can't be read, or was changed since it was picked
 */
export async function sendForm(
  url: string,
  { contentType, head, tail }: MultipartBody,
  {
    token,
    headers = {},
    onProgress,
  }: {
    token: string | undefined
    headers?: Readonly<Record<string, string>>
    onProgress: (sent: number, total: number) => void
  },
): Promise<Answer> {
  const pieces = [...head, ...tail]
  const body = new Blob(pieces)
  const sending = (url.startsWith('https:') ? requestHttps : requestHttp)(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': contentType,
      'content-length': body.size,
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
    let sent = 0
    for await (const piece of body.stream()) {
      if (over.signal.aborted) break
      if (!sending.write(piece)) await once(sending, 'drain', over).catch(() => {})
      sent += piece.length
      onProgress(sent, body.size)
    }
    if (!over.signal.aborted) sending.end()
    const response = await answered.promise
    const { statusCode: status = 0 } = response
    const refusal = refusalOf(new URL(url), { status, location: response.headers.location ?? null })
    return {
      status: refusal === undefined ? status : misdirected,
      text: refusal ?? (await text(response)),
      retryAfter: response.headers['retry-after'] ?? null,
    }
  } catch (error) {
    throw isUnreadable(error) ? await unreadableFile(pieces, error) : networkError(error)
  } finally {
    sending.destroy()
  }
}

function isUnreadable(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotReadableError'
}

/** Error for a form with an unreadable file, which a retry wouldn't help. */
async function unreadableFile(pieces: readonly BlobPart[], cause: unknown): Promise<ApiError> {
  let name = 'a file'
  for (const piece of pieces) {
    if (!(piece instanceof File) || (await isReadable(piece))) continue
    name = piece.name
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
