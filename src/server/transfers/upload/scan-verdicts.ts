import type { ScanVerdict } from '#contract/transfers/files.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Scan, ScanResult } from '#server/platform/scanner/scanner.ts'
import type { Services } from '#server/platform/services.ts'

/** How many members of an archive may wait for their verdict while the next ones arrive. */
const maxWaiting = 4

/** Gathers what the scanner says of the files of one transfer. */
export type ScanVerdicts = {
  /** Ends a scan. A promise holds the sender back while too many verdicts are outstanding. */
  expect(scan: Scan, name: string): Promise<void> | undefined
  /** Waits for all verdicts. @throws Failure VIRUS_DETECTED, NOT_SCANNABLE, SCANNER_UNAVAILABLE */
  settle(): Promise<ScanVerdict>
}

/** The weakest verdict counts for the whole transfer. */
export function scanVerdicts({ config, log }: Pick<Services, 'config' | 'log'>): ScanVerdicts {
  const waiting: Promise<void>[] = []
  let overall: ScanVerdict = 'clean'

  function record(result: ScanResult, name: string) {
    if (result.verdict === 'infected') {
      log.warn({ signature: result.signature }, 'file rejected by the virus scan')
      // guard: infected file -> tests/http/uploads/virus-scan.test.ts "the test file is found"
      throw new Failure('VIRUS_DETECTED', { details: name })
    }
    if (result.verdict === 'unscanned') {
      log.info({ reason: result.reason }, 'file could not be scanned')
      // guard: file that was not scanned -> tests/http/uploads/clamd-answers.test.ts "could not read"
      if (config.UNSCANNED_FILES === 'refuse') throw new Failure('NOT_SCANNABLE', { details: name })
      overall = 'unscanned'
    } else if (overall === 'clean') overall = result.verdict
  }
  return {
    expect(scan, name) {
      const ended = scan.end()
      if (!(ended instanceof Promise) && ended.verdict === 'checked') {
        record(ended, name)
        return undefined
      }
      const verdict = Promise.resolve(ended).then((result) => record(result, name))
      // It is awaited later, once what comes with it has been kept; until then a refusal must not count as unhandled.
      verdict.catch(() => {})
      waiting.push(verdict)
      return waiting.length > maxWaiting ? waiting.shift() : undefined
    },
    async settle() {
      await Promise.all(waiting)
      return overall
    },
  }
}
