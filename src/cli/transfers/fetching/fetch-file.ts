import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, networkError } from '#client/api-error.ts'
import { failureOf } from '#client/read-answer.ts'
import { isPassing, retryDelay } from '#client/retry.ts'
import { fetchDirectly } from '../open-client.ts'

type Target = {
  readonly size: number
  /** Takes the bytes in order; not ended. When it fails the fetching fails with it. */
  readonly sink: Writable
  readonly onProgress: (arrived: number) => void
}

/**
 * Fetches the bytes behind a download ticket. When the connection is lost it goes on where it stopped, for as long as
 * something arrives now and then. What has no byte ranges comes once more from its beginning then.
 * @throws ApiError, CHANGED_MEANWHILE for what is another file when the connection is back
 */
export async function fetchFile(url: string, { size, sink, onProgress }: Target): Promise<void> {
  let arrived = 0
  let tries = 0
  let hasBroken = false
  let etag: string | undefined
  for (;;) {
    try {
      const opened = await openAt(url, arrived, etag)
      etag = opened.etag
      for await (const piece of opened.pieces) {
        arrived += piece.length
        tries = 0
        const isRoomy = sink.write(piece)
        // What has failed already never drains.
        if (sink.errored) throw sink.errored
        if (!isRoomy) await once(sink, 'drain')
        onProgress(arrived)
      }
      if (arrived === size) return
      throw networkError()
    } catch (error) {
      if (sink.errored) throw sink.errored
      const failure = error instanceof ApiError ? error : networkError(error)
      // Of a link with a limit, the place that this ticket took may still be held for a connection that is dead.
      const passes = isPassing(failure) || (hasBroken && failure.code === 'DOWNLOAD_BUSY')
      const delay = passes ? retryDelay(tries, failure.retryAfter) : undefined
      if (delay === undefined) throw failure
      tries += 1
      hasBroken = true
      await pause(delay)
    }
  }
}

type Opened = { readonly etag: string | undefined; readonly pieces: AsyncIterable<Uint8Array> }

/**
 * Opens what an address answers, from a byte on.
 * @param etag of what came before that byte
 */
async function openAt(url: string, start: number, etag: string | undefined): Promise<Opened> {
  const unchanged = etag === undefined ? {} : { 'if-range': etag }
  const headers: Record<string, string> = start > 0 ? { range: `bytes=${start}-`, ...unchanged } : {}
  const response = await fetchDirectly(url, { headers })
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
  const isWhole = response.status !== 206
  return { etag: seen, pieces: isWhole ? from(response.body, start) : response.body }
}

/** Without the first bytes, which have arrived before. */
async function* from(pieces: AsyncIterable<Uint8Array>, start: number): AsyncGenerator<Uint8Array> {
  let left = start
  for await (const piece of pieces) {
    if (piece.length > left) yield piece.subarray(left)
    left = Math.max(0, left - piece.length)
  }
}
