import { setTimeout as wait } from 'node:timers/promises'
import type { Services } from '#server/platform/services.ts'
import type { Reservation } from '../reservations.ts'
import { type Delivered, NotRecorded, type RecordedLink, recordDelivery } from './record-delivery.ts'

/** Deliveries that may wait for the database. Any more are not recorded. */
const maxPending = 1000
/** Milliseconds between two attempts. */
const retryAfter = { first: 250, longest: 5_000 }

type Recording = {
  readonly live: RecordedLink
  readonly reservation: Reservation
  readonly delivered: Delivered
  /** Called once the delivery is recorded, or given up. */
  readonly onEnd: () => void
}

export type DeliveryRecorder = {
  /**
   * Records a delivery. Resolves also while the database is away: then it is recorded as soon as that is there again.
   * @throws what recordDelivery throws for other reasons
   */
  record(recording: Recording): Promise<void>
}

/** Records what has gone out, one after the other where the database was away. A shutdown makes a last attempt. */
export function openDeliveryRecorder(services: Services): DeliveryRecorder {
  const { background, dispatcher, log } = services
  const pending: Recording[] = []

  async function attempt({ live, reservation, delivered }: Recording): Promise<void> {
    await recordDelivery(services, live, reservation, delivered)
    dispatcher.wake()
  }

  async function recordPending(stopping: AbortSignal): Promise<void> {
    let pause = retryAfter.first
    for (let next = pending.shift(); next; next = pending.shift()) {
      const isLast = stopping.aborted
      try {
        await attempt(next)
        pause = retryAfter.first
      } catch (error) {
        if (error instanceof NotRecorded && !isLast) {
          pending.push(next)
          await wait(pause, undefined, { signal: stopping }).catch(() => {})
          pause = Math.min(2 * pause, retryAfter.longest)
          continue
        }
        log.error(
          { err: error, transfer: next.live.transfer.id },
          'a download that went out could not be recorded',
        )
        if (error instanceof NotRecorded) {
          giveUp()
          next.onEnd()
          return
        }
      }
      next.onEnd()
    }
  }

  function giveUp() {
    if (pending.length > 0) log.error({ downloads: pending.length }, 'nor could others')
    for (const { onEnd } of pending.splice(0)) onEnd()
  }

  return {
    async record(recording) {
      try {
        await attempt(recording)
      } catch (error) {
        if (error instanceof NotRecorded && pending.length < maxPending) {
          log.warn({ err: error }, 'a download is recorded when the database is there again')
          pending.push(recording)
          // guard: a delivery is recorded once the database is back -> tests/http/downloads/download-once.test.ts "database was away"
          background.run('recording downloads', recordPending)
          return
        }
        recording.onEnd()
        throw error
      }
      recording.onEnd()
    },
  }
}
