import { ApiError } from '#client/api-error.ts'
import { followSteps, newStepsToken } from '#client/follow-steps.ts'
import type { UploadStep } from '#contract/transfers/upload-steps.ts'
import { reportRefusedToken } from '#web/accounts/fresh-token.ts'
import { clockNow } from '#web/ui/time/clock.ts'
import { isPacked, sumOf } from '../selection/selection.ts'
import { reasonOf } from './reason-of.ts'
import type { EngineEvent, TransferWatch } from './state/transfer-state.ts'
import type { TransferJob } from './transfer-job.ts'

/** Why an upload ends whose sender has had enough. Any other end leaves something to go on with. */
class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** Why an upload ends that its sender wants to continue later. */
class Paused extends Error {
  override readonly name = 'Paused'
}

/** Sends one transfer at a time, independent of the pages that show it. */
export type Engine<Result> = {
  start(job: TransferJob<Result>): void
  /** Interrupts the transfer. Bytes that have arrived stay on the server. */
  pause(): void
  /** Continues a paused transfer, or retries a failed one. */
  resume(): void
  /** Tries a lost connection again without waiting any longer. */
  tryNow(): void
  /** Ends the transfer and deletes the bytes that have arrived from the server. */
  cancel(): void
}

/** @param report is called with everything that happens to a transfer until it is paused or cancelled */
export function createEngine<Result>(report: (event: EngineEvent<Result>) => void): Engine<Result> {
  /** Undefined once there is nothing of it left to send. */
  let job: TransferJob<Result> | undefined
  /** The run that is under way, or was interrupted; undefined after a failure. */
  let running: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined
  /** The run that begins as soon as the interrupted one has ended; undefined when none is to begin. */
  let resumption: object | undefined
  const impatience = new EventTarget()

  function run(next: TransferJob<Result>): void {
    resumption = undefined
    const stop = new AbortController()
    const reportOfJob = (event: EngineEvent<Result>) => {
      if (job !== next) return
      if (event.type === 'failed') running = undefined
      if (event.type === 'finished') job = running = resumption = undefined
      report(event)
    }
    running = { stop, ended: sendJob(next, { impatience, signal: stop.signal }, reportOfJob) }
  }
  function interrupt(reason: Paused | Cancelled): void {
    resumption = undefined
    running?.stop.abort(reason)
  }
  function begin(next: TransferJob<Result>): void {
    const { files, size } = sumOf(next.selection)
    const packed = isPacked(next.selection)
    report({ type: 'started', total: size, files, packed, now: performance.now() })
  }
  return {
    start(next) {
      interrupt(new Cancelled())
      job = next
      begin(next)
      run(next)
    },
    pause() {
      interrupt(new Paused())
      report({ type: 'paused' })
    },
    resume() {
      const next = job
      if (!next || resumption) return
      if (!running) {
        begin(next)
        return run(next)
      }
      if (!running.stop.signal.aborted) return
      report({ type: 'resumed' })
      const wanted = {}
      resumption = wanted
      // One connection at a time: the server takes no second one for the same upload.
      void running.ended.then(() => {
        if (resumption === wanted) run(next)
      })
    },
    tryNow() {
      impatience.dispatchEvent(new Event('now'))
    },
    cancel() {
      const paused = running?.stop.signal.aborted
      interrupt(new Cancelled())
      if (paused) job?.discard()
      job = undefined
      report({ type: 'cancelled' })
    },
  }
}

/** Milliseconds after which a form is worth following before its end. */
const earlyAfter = 1000

/** Resolves when the job has ended, in whichever way. */
async function sendJob<Result>(
  job: TransferJob<Result>,
  { impatience, signal }: Pick<TransferWatch, 'impatience' | 'signal'>,
  report: (event: EngineEvent<Result>) => void,
): Promise<void> {
  const allowSleep = keepAwake()
  const stepsToken = newStepsToken()
  let unfollow: (() => void) | undefined
  const reportRunning = (event: EngineEvent<Result>) => {
    if (!signal.aborted) report(event)
  }
  /** Follows a form before its end when that is worth it: what can be continued has its link already. */
  let early = performance.now() + earlyAfter
  function onProgress(sent: number, total: number) {
    const now = performance.now()
    reportRunning({ type: 'progressed', sent, total, now })
    if (sent >= total || now > early)
      unfollow ??= followSteps(job.baseUrl, stepsToken, onStep, job.keepsKey ? () => {} : onLink)
  }
  const onStep = (step: UploadStep) => reportRunning({ type: 'reported', step })
  const onLink = (link: string) => reportRunning({ type: 'linked', link })
  const onLost = () => reportRunning({ type: 'lost' })
  function onResumable(here?: boolean) {
    early = Number.POSITIVE_INFINITY
    reportRunning({ type: 'resumable', here })
  }
  try {
    const sent = await job.send({ onProgress, onLost, onResumable, onLink, stepsToken, impatience, signal })
    // Reported even when paused: it may have become a file in that moment.
    report({ type: 'finished', ...sent, now: clockNow() })
  } catch (error) {
    if (signal.aborted) {
      if (signal.reason instanceof Cancelled) job.discard()
      return
    }
    const reason = await reasonOf(error, job.selection, signal)
    if (isRefusedToken(reason)) reportRefusedToken().catch(() => {})
    reportRunning({ type: 'failed', error: reason, now: Date.now() })
  } finally {
    unfollow?.()
    allowSleep()
  }
}

function isRefusedToken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'INVALID_TOKEN'
}

/**
 * Asks the device not to fall asleep, where it can be asked, until the returned function is called. A page that was
 * out of sight asks again when it is back.
 */
function keepAwake(): () => void {
  const over = new AbortController()
  let lock: WakeLockSentinel | undefined
  async function ask() {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    // A device that is low on power says no.
    const got = await navigator.wakeLock.request('screen').catch(() => undefined)
    if (over.signal.aborted) await got?.release()
    else lock = got
  }
  document.addEventListener('visibilitychange', () => void ask(), { signal: over.signal })
  void ask()
  return () => {
    over.abort()
    void lock?.release()
  }
}
