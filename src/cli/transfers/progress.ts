import { printableLines } from '#contract/transfers/file-name.ts'
import { englishSize } from '#contract/transfers/scale-size.ts'

const every = 100

/**
 * Shows on standard error how far something is, where that is a terminal; nothing elsewhere.
 * @param total bytes in all
 * @returns a function that takes the bytes done so far, and one that clears the line
 */
export function showProgress(what: string, total: number): { to(done: number): void; end(): void } {
  const { stderr } = process
  let shownAt = 0
  return {
    to(done) {
      const now = performance.now()
      if (!stderr.isTTY || now - shownAt < every) return
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
