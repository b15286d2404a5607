import type { Services } from '#server/platform/services.ts'

/** Milliseconds between two signs of life of an upload under way: each is a small write. */
export const beatEvery = 2_000

/** Says how far an upload has come, until it is stopped. */
export type ArrivalReport = {
  /** Resolves when nothing more will be written. @param isOver whether the upload has ended; otherwise a last sign is given */
  stop(isOver: boolean): Promise<void>
}

/**
 * Reports every two seconds how far an upload has come, to receivers on any instance. Missing signs mean that it is
 * paused, or that its instance is gone.
 * @param received bytes so far
 * @param life milliseconds for which the row is kept after each sign; by default its end stays where it is
 */
export function reportArrival(
  { database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>,
  linkId: string,
  received: () => number,
  life?: number,
): ArrivalReport {
  let writing = Promise.resolve()
  async function write() {
    const now = clock.now()
    try {
      await database
        .updateTable('arrivals')
        .set({ received: received(), seen_at: now, ...(life !== undefined && { expires_at: now + life }) })
        .where('link_id', '=', linkId)
        .where('ended_as', 'is', null)
        .execute()
    } catch (error) {
      // The upload goes on; receivers see it again at the next sign.
      log.warn({ err: error }, 'progress of an upload not reported to its receivers')
    }
  }
  const timer = setInterval(() => {
    writing = writing.then(write)
  }, beatEvery)
  timer.unref()
  return {
    async stop(isOver) {
      clearInterval(timer)
      await writing
      if (!isOver) await write()
    },
  }
}
