import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { addressOf } from '#client/address-of.ts'
import { ApiError, networkError } from '#client/api-error.ts'
import { failureOf } from '#client/read-answer.ts'
import { isPassing, retryDelay } from '#client/retry.ts'
import { fetchDirectly } from '#client/transfers/fetch-directly.ts'
import { keepTrying } from '#client/transfers/keep-trying.ts'
import { downloadUrlHeader } from '#contract/headers.ts'
import { routes } from '#contract/routes.ts'
import { sealedPosition } from '#end-to-end/format/sizes.ts'
import type { PartSealer } from './seal-parts.ts'

const tus = { 'tus-resumable': '1.0.0' }
/** Bytes of one request where something in between takes no larger ones. */
const smallChunk = 1024 * 1024

/** Sends a bundle over tus, part by part as it is sealed. A lost connection goes on where it stopped. @throws ApiError */
export async function sendBundle<Reply>({
  reply,
  baseUrl,
  metadata,
  headers,
  length,
  parts,
  onProgress,
  onLink = () => {},
}: {
  /** Reads the answer to the upload; visitors of a request get another than other senders. */
  readonly reply: { parse(value: unknown): Reply }
  readonly baseUrl: string
  readonly metadata: Readonly<Record<string, string | undefined>>
  /** Say who sends. */
  readonly headers: Readonly<Record<string, string>>
  /** Bytes of the bundle. */
  readonly length: number
  readonly parts: PartSealer
  readonly onProgress: (sent: number) => void
  /** Called with the link, without its key, where it is known before the bytes are there. */
  readonly onLink?: (link: string) => void
}): Promise<Reply> {
  const known = { ...metadata, uploadKey: randomBytes(24).toString('base64url') }
  const { url, link } = await keepTrying(() => create(baseUrl, length, known, headers))
  if (link !== null) onLink(link)
  await sendParts(url, length, parts, onProgress)
  const id = new URL(url).pathname.split('/').at(-1) ?? ''
  const result = addressOf(baseUrl, routes.resumableResult, { params: { id } })
  return keepTrying(
    async () => reply.parse(await (await call(result, 'GET')).json()),
    undefined,
    (error) => isPassing(error) || error.code === 'UPLOAD_NOT_FINISHED',
  )
}

/** Creates the upload, whose link may be known already. Repeated after a lost answer, it finds the same one by its key. */
async function create(
  baseUrl: string,
  length: number,
  metadata: Readonly<Record<string, string | undefined>>,
  sent: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly link: string | null }> {
  const pairs = Object.entries(metadata).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${Buffer.from(value, 'utf8').toString('base64')}`],
  )
  const answer = await call(`${baseUrl}/api/files/resumable`, 'POST', {
    'upload-length': String(length),
    'upload-metadata': pairs.join(','),
    ...sent,
  })
  const { headers } = answer
  return {
    url: new URL(headers.get('location') ?? '', baseUrl).href,
    link: headers.get(downloadUrlHeader),
  }
}

async function sendParts(
  url: string,
  length: number,
  parts: PartSealer,
  onProgress: (sent: number) => void,
): Promise<void> {
  let offset = 0
  let tries = 0
  let most = Number.POSITIVE_INFINITY
  while (offset < length) {
    try {
      if (tries > 0) offset = offsetIn(await call(url, 'HEAD'))
      if (offset >= length) return
      const { part, at } = sealedPosition(offset)
      const sealed = await parts.seal(part)
      const body = sealed.subarray(at, at + most)
      offset = offsetIn(await call(url, 'PATCH', { 'upload-offset': String(offset), ...bytes }, body))
      tries = 0
      onProgress(offset)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 413 && error.code === 'HTTP_413' && most > smallChunk) {
        most = smallChunk
        continue
      }
      const delay =
        isPassing(error) || error.code === 'UPLOAD_INCOMPLETE'
          ? retryDelay(tries, error.retryAfter)
          : undefined
      if (delay === undefined) throw error
      tries += 1
      await pause(delay)
    }
  }
}

const bytes = { 'content-type': 'application/offset+octet-stream' }

/** @throws ApiError for an answer without an offset, such as that of something in between */
function offsetIn(answer: Response): number {
  const text = answer.headers.get('upload-offset')
  if (text === null || !/^\d{1,15}$/.test(text)) throw networkError()
  return Number(text)
}

async function call(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>> = {},
  body?: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const sent = { method, headers: { ...tus, ...headers }, ...(body && { body }) }
  const answer = await fetchDirectly(url, sent).catch((cause: unknown) => {
    throw networkError(cause)
  })
  if (answer.ok) return answer
  const { status } = answer
  throw failureOf({ status, text: await answer.text(), retryAfter: answer.headers.get('retry-after') })
}
