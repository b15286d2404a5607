import { ApiError, networkError } from '../api-error.ts'
import { failureOf } from '../read-answer.ts'
import { retryDelay } from '../retry.ts'
import { isPassingOfMany } from './keep-trying.ts'
import { pause } from './pause.ts'

type Options = {
  /** Bytes in all. */
  readonly size: number
  readonly fetch: typeof fetch
  readonly signal?: AbortSignal | undefined
}

/** Connections in a row that end at the same byte before the file counts as damaged. */
const maxBreaks = 5

/**
 * Fetches the bytes behind a download ticket, in order. Resumes a lost connection as long as bytes keep arriving, and waits if
 * the service asks for it. Replies without byte ranges start over.
 * @throws ApiError, CHANGED_MEANWHILE if the file was replaced while the connection was lost, FILE_DAMAGED if it always ends at
 *   the same byte; the signal's reason when that fires
 */
export async function* fetchContent(
  url: string,
  { size, fetch, signal }: Options,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let arrived = 0
  let tries = 0
  let hasBroken = false
  /** Connections in a row that brought no new bytes. */
  let breaks = 0
  let etag: string | undefined
  for (;;) {
    let opened: Opened | undefined
    try {
      opened = await openAt(url, arrived, etag, fetch, signal)
      etag = opened.etag
      for await (const chunk of opened.chunks) {
        arrived += chunk.length
        tries = 0
        breaks = 0
        yield chunk
      }
      if (arrived === size) return
      throw networkError()
    } catch (error) {
      signal?.throwIfAborted()
      const failure = error instanceof ApiError ? error : networkError(error)
      if (opened?.cameTo(arrived)) breaks += 1
      if (breaks >= maxBreaks) throw breaksOff(arrived, size)
      // The reservation of this ticket may still be held for the dead connection.
      const isBusy = hasBroken && failure.code === 'DOWNLOAD_BUSY'
      const passes = isPassingOfMany(failure) || isBusy
      const delay = passes ? retryDelay(tries, failure.retryAfter) : undefined
      if (delay === undefined) throw failure
      tries += 1
      hasBroken = true
      await pause(delay, signal)
    }
  }
}

function breaksOff(arrived: number, size: number): ApiError {
  const message = `The download always stops after ${arrived} of ${size} bytes: the file may be damaged on the server.`
  return new ApiError({ status: 200, code: 'FILE_DAMAGED', message })
}

type Opened = {
  readonly etag: string | undefined
  readonly chunks: AsyncIterable<Uint8Array<ArrayBuffer>>
  /** Whether it has delivered everything up to this byte. */
  cameTo(byte: number): boolean
}

/**
 * Requests an address from a byte on.
 * @param etag of the bytes received before
 */
async function openAt(
  url: string,
  start: number,
  etag: string | undefined,
  send: typeof fetch,
  signal: AbortSignal | undefined,
): Promise<Opened> {
  const unchanged = etag === undefined ? {} : { 'if-range': etag }
  const headers: Record<string, string> = start > 0 ? { range: `bytes=${start}-`, ...unchanged } : {}
  const response = await send(url, { headers, ...(signal && { signal }) })
  if (!response.ok || !response.body) {
    const retryAfter = response.headers.get('retry-after')
    throw failureOf({ status: response.status, text: await response.text(), retryAfter })
  }
  const seen = response.headers.get('etag') ?? undefined
  if (start > 0 && seen !== etag) {
    await response.body.cancel()
    const message = 'The transfer was changed during the download. Please download it again.'
    throw new ApiError({ status: response.status, code: 'CHANGED_MEANWHILE', message })
  }
  let at = response.status === 206 ? start : 0
  const reader = response.body.getReader()
  /** Skips bytes that have arrived before. Not every browser iterates over a stream. */
  async function* chunks() {
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        const known = Math.max(0, start - at)
        at += read.value.length
        if (read.value.length > known) yield read.value.subarray(known)
      }
    } finally {
      await reader.cancel().catch(() => {})
    }
  }
  return { etag: seen, chunks: chunks(), cameTo: (byte) => at >= byte }
}
