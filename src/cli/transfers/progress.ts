import { printableLines } from '#contract/transfers/file-name.ts'
import { englishSize } from '#contract/transfers/scale-size.ts'

/** Milliseconds between updates. */
const interval = 100

/**
 * Shows progress on standard error if that is a terminal.
 * @param total bytes in all
 * @returns `to` takes the bytes done so far, `end` clears the line
 */
export function showProgress(what: string, total: number): { to(done: number): void; end(): void } {
  const { stderr } = process
  let shownAt = 0
  return {
    to(done) {
      const now = performance.now()
      if (!stderr.isTTY || now - shownAt < interval) return
      shownAt = now
      const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
      stderr.write(
        `\r${printableLines(what)}: ${englishSize(done, ' ')} of ${englishSize(total, ' ')}, ${percent} % `,
      )
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\x1b[K')
    },
  }
}
