import { ApiError, networkError } from '#client/api-error.ts'
import { retryDelay } from '#client/retry.ts'

/** How a broken line is told, and mended. */
export type Line = {
  /** The connection is gone, and another try will be made; or it is back. */
  readonly onLost: (lost: boolean) => void
  /** Puts another address of the same bytes in the place of one whose ticket has ended. */
  readonly renew: () => Promise<void>
  /** Waits for a person who wants to go on, in place of giving up; undefined where nothing can wait so long. */
  readonly untilWanted: () => Promise<void> | undefined
  readonly signal: AbortSignal
}

/** Milliseconds without one byte more, after which the line is given up. */
const patience = 5 * 60_000

/**
 * Fetches bytes `start` to `end` (exclusive) of a bundle, and goes on behind the last that came when the line breaks, for
 * five minutes without any progress.
 * @throws ApiError, OtherRange, or the signal's reason
 */
export async function* fetchSealed(
  address: { readonly url: string },
  { start, end }: { start: number; end: number },
  { onLost, renew, untilWanted, signal }: Line,
): AsyncGenerator<Uint8Array> {
  let at = start
  let renewed = false
  let cameAt = performance.now()
  for (let tries = 0; at < end; ) {
    try {
      for await (const bytes of fetchOnce(address.url, at, end, signal)) {
        if (tries > 0) onLost(false)
        tries = 0
        // The ticket may end again while the rest comes.
        renewed = false
        at += bytes.length
        yield bytes
        // Time in which the reader took nothing is no silence of the line.
        cameAt = performance.now()
      }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof TicketEnded && !renewed) {
        renewed = true
        await renew()
        continue
      }
      const left = cameAt + patience - performance.now()
      const delay =
        error instanceof ApiError && error.code === 'NETWORK_ERROR' ? retryDelay(tries) : undefined
      if (delay === undefined) throw error
      if (left <= 0) {
        const wanted = untilWanted()
        if (!wanted) throw error
        await wanted
        cameAt = performance.now()
        tries = 1
        continue
      }
      tries += 1
      onLost(true)
      await waitFor(Math.min(delay, left), signal)
    }
  }
}

/** Something answered with other bytes than those that were asked for, as a proxy does that knows no ranges. */
class OtherRange extends Error {
  override readonly name = 'OtherRange'
}

class TicketEnded extends Error {
  override readonly name = 'TicketEnded'
}

async function* fetchOnce(
  url: string,
  start: number,
  end: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const answer = await fetch(url, {
    headers: { range: `bytes=${start}-${end - 1}` },
    signal,
    cache: 'no-store',
  }).catch((cause: unknown) => {
    throw networkError(cause instanceof Error ? cause : undefined)
  })
  if (answer.status === 401 || answer.status === 403) throw new TicketEnded()
  if (answer.status === 429 || answer.status >= 500) throw networkError()
  if (answer.status === 404 || answer.status === 410)
    throw new ApiError({ status: answer.status, code: 'FILE_NOT_FOUND', message: 'File not found' })
  const range = answer.headers.get('content-range')
  if (answer.status !== 206 || !range?.startsWith(`bytes ${start}-${end - 1}/`) || !answer.body) {
    await answer.body?.cancel()
    throw new OtherRange(`${answer.status} ${range}`)
  }
  const reader = answer.body.getReader()
  let left = end - start
  try {
    while (left > 0) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw networkError(cause instanceof Error ? cause : undefined)
      })
      if (done) throw networkError()
      const bytes = value.subarray(0, left)
      left -= bytes.length
      yield bytes
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  addEventListener('online', () => resolve(), { once: true, signal })
  return promise.finally(() => clearTimeout(timer))
}
