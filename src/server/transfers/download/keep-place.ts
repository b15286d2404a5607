import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import type { LiveLink } from '../links/find-live-link.ts'
import { keepReservation, type Reservation, retryAfter, runningTime } from './reservations.ts'

/** How often the place of a running download is renewed, in milliseconds. */
const keepEvery = 20_000
/** Milliseconds that the clocks of instances may be apart: a place lapses that much earlier by the clock of another. */
const clocksApart = 60_000
/**
 * Milliseconds without a renewal after which a place is no longer relied on; noticed at the next renewal, at most `keepEvery`
 * later.
 */
const unkeptTime = runningTime - clocksApart - keepEvery

/**
 * Renews the place of a download until the result is called, and the blobs of a transfer that expires meanwhile. If downloads
 * are limited, `cut` is called when another may have its place: a renewal found that it had lapsed and was settled, or none has
 * succeeded for so long that it may have.
 */
export function keepPlace(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  { link, transfer }: Pick<LiveLink, 'link' | 'transfer'>,
  reservation: Reservation,
  cut: (reason: Failure) => void,
): () => void {
  const { log } = services
  let keptAt = performance.now()
  /** Whether the latest renewal has failed, or is not answered yet. A process that stood still has none: it asks first. */
  let isMissed = false

  let isLost = false

  function lose() {
    if (isLost) return
    isLost = true
    log.warn({ transfer: transfer.id }, 'a download has lost its place')
    // guard: a download that lost its place is cut -> tests/http/downloads/download-once.test.ts "another took it"
    cut(new Failure('DOWNLOAD_BUSY', { retryAfter }))
  }
  function loseIfLate() {
    // guard: a place that could not be renewed is given up -> tests/http/downloads/download-once.test.ts "could not be renewed for long"
    //   performance.now() - keptAt >= unkeptTime becomes performance.now() < keptAt
    if (link.download_limit !== null && performance.now() - keptAt >= unkeptTime) lose()
  }
  async function keep(): Promise<void> {
    if (isMissed) loseIfLate()
    isMissed = true
    const startedAt = performance.now()
    try {
      if (!(await keepReservation(services, { link }, reservation))) {
        clearInterval(timer)
        lose()
        return
      }
      keptAt = Math.max(keptAt, startedAt)
      isMissed = false
    } catch (error) {
      log.warn({ err: error }, 'the place of a download could not be kept')
      loseIfLate()
    }
  }
  const timer = setInterval(() => void keep(), keepEvery).unref()
  return () => clearInterval(timer)
}
