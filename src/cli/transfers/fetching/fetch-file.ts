import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, networkError } from '#client/api-error.ts'
import { failureOf } from '#client/read-answer.ts'
import { retryDelay } from '#client/retry.ts'
import { isPassingOfMany } from '../keep-trying.ts'
import { fetchDirectly } from '../open-client.ts'

type Target = {
  readonly size: number
  /** Receives the bytes in order; the caller ends it. If it fails, so does the fetch. */
  readonly sink: Writable
  readonly onProgress: (arrived: number) => void
}

/** Connections in a row that end at the same byte before the file counts as damaged. */
const maxBreaks = 5

/**
 * Fetches the bytes behind a download ticket. Resumes a lost connection as long as bytes keep arriving, and waits if the
 * service asks for it. Replies without byte ranges start over.
 * @throws ApiError, CHANGED_MEANWHILE if the file was replaced while the connection was lost, FILE_DAMAGED if it always ends at
 *   the same byte
 */
export async function fetchFile(url: string, { size, sink, onProgress }: Target): Promise<void> {
  let arrived = 0
  let tries = 0
  let hasBroken = false
  /** Connections in a row that brought no new bytes. */
  let breaks = 0
  let etag: string | undefined
  for (;;) {
    let opened: Opened | undefined
    try {
      opened = await openAt(url, arrived, etag)
      etag = opened.etag
      for await (const piece of opened.pieces) {
        arrived += piece.length
        tries = 0
        breaks = 0
        const isRoomy = sink.write(piece)
        // A failed sink never drains.
        if (sink.errored) throw sink.errored
        if (!isRoomy) await once(sink, 'drain')
        onProgress(arrived)
      }
      if (arrived === size) return
      throw networkError()
    } catch (error) {
      if (sink.errored) throw sink.errored
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
      await pause(delay)
    }
  }
}

function breaksOff(arrived: number, size: number): ApiError {
  const message = `The download always stops after ${arrived} of ${size} bytes: the file may be damaged on the server.`
  return new ApiError({ status: 200, code: 'FILE_DAMAGED', message })
}

type Opened = {
  readonly etag: string | undefined
  readonly pieces: AsyncIterable<Uint8Array>
  /** Whether it has delivered everything up to this byte. */
  cameTo(byte: number): boolean
}

/**
 * Requests an address from a byte on.
 * @param etag of the bytes received before
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
  let at = response.status === 206 ? start : 0
  const { body } = response
  /** Skips bytes that have arrived before. */
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      const known = Math.max(0, start - at)
      at += piece.length
      if (piece.length > known) yield piece.subarray(known)
    }
  }
  return { etag: seen, pieces: pieces(), cameTo: (byte) => at >= byte }
}
