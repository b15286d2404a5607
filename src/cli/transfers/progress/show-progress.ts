import { printableLines } from '#contract/transfers/file-name.ts'
import { englishSize } from '#contract/transfers/scale-size.ts'

/** Milliseconds between updates. */
const interval = 100

/**
 * Shows progress, speed and time left on standard error if that is a terminal.
 * @param total bytes in all; undefined if unknown
 * @returns `to` takes the bytes done so far, `end` clears the line
 */
export function showProgress(
  what: string,
  total: number | undefined,
): { to(done: number): void; end(): void } {
  const { stderr } = process
  const meter = speedometer()
  let shownAt = 0
  return {
    to(done) {
      const now = performance.now()
      if (!stderr.isTTY || now - shownAt < interval) return
      shownAt = now
      const line = `${printableLines(what)}: ${progressText(done, total, meter.at(now, done))}`
      // A line that wraps could not be written over.
      stderr.write(`\r${line.slice(0, (stderr.columns || 80) - 1)}\x1b[K`)
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\x1b[K')
    },
  }
}

/** Shows the link of an upload under way on standard error, above its progress. */
export function showEarlyLink(link: string): void {
  const { stderr } = process
  stderr.write(`${stderr.isTTY ? '\r\x1b[K' : ''}You can send the link now: ${link}\n`)
}

/** @param speed bytes a second, if known */
export function progressText(done: number, total: number | undefined, speed: number | undefined): string {
  const parts = [
    total === undefined ? englishSize(done, ' ') : `${englishSize(done, ' ')} of ${englishSize(total, ' ')}`,
    ...(total === undefined ? [] : [`${total === 0 ? 100 : Math.floor((done / total) * 100)} %`]),
    ...(speed === undefined ? [] : [`${englishSize(speed, ' ')}/s`]),
    ...(speed && total !== undefined && total > done ? [`${spanText((total - done) / speed)} left`] : []),
  ]
  return parts.join(', ')
}

function spanText(seconds: number): string {
  if (seconds < 59.5) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : 'over 2 days'
}

/** Milliseconds over which a speed is measured, and before which none is given. */
const window = { longest: 5_000, shortest: 1_000 }

/** Measures the speed of the last seconds. A count that goes back, as at a retry, begins anew. */
export function speedometer(): { at(now: number, done: number): number | undefined } {
  let samples: { now: number; done: number }[] = []
  return {
    at(now, done) {
      if (done < (samples.at(-1)?.done ?? 0)) samples = []
      samples.push({ now, done })
      while (samples.length > 2 && now - (samples[1]?.now ?? now) >= window.longest) samples.shift()
      const [first] = samples
      const elapsed = first ? now - first.now : 0
      return first && elapsed >= window.shortest ? ((done - first.done) / elapsed) * 1000 : undefined
    },
  }
}
