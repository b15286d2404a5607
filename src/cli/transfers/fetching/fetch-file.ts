import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, networkError } from '#client/api-error.ts'
import { failureOf } from '#client/read-answer.ts'
import { isPassing, retryDelay } from '#client/retry.ts'

type Target = {
  readonly size: number
  /** Takes the bytes in order; not ended. When it fails the fetching fails with it. */
  readonly sink: Writable
  readonly onProgress: (arrived: number) => void
}

/**
 * Fetches the bytes behind a download ticket. When the connection is lost it goes on where it stopped, for as long as
 * something arrives now and then.
 * @throws ApiError
 */
export async function fetchFile(url: string, { size, sink, onProgress }: Target): Promise<void> {
  let arrived = 0
  let tries = 0
  for (;;) {
    try {
      for await (const piece of await openAt(url, arrived)) {
        arrived += piece.length
        tries = 0
        if (!sink.write(piece)) await once(sink, 'drain')
        onProgress(arrived)
      }
      if (arrived === size) return
      throw networkError()
    } catch (error) {
      if (sink.errored) throw sink.errored
      const failure = error instanceof ApiError ? error : networkError(error)
      // Of a link with a limit, the place that this ticket took may still be held for a connection that is dead.
      const passes = isPassing(failure) || (arrived > 0 && failure.code === 'DOWNLOAD_BUSY')
      const delay = passes ? retryDelay(tries, failure.retryAfter) : undefined
      if (delay === undefined) throw failure
      tries += 1
      await pause(delay)
    }
  }
}

async function openAt(url: string, start: number): Promise<AsyncIterable<Uint8Array>> {
  const response = await fetch(url, start > 0 ? { headers: { range: `bytes=${start}-` } } : {})
  if (!response.ok || !response.body || (start > 0 && response.status !== 206)) {
    const retryAfter = response.headers.get('retry-after')
    throw failureOf({ status: response.status, text: await response.text(), retryAfter })
  }
  return response.body
}
