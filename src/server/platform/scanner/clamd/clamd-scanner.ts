import type { Logger } from 'pino'
import type { Clock } from '../../time/clock.ts'
import { type Scanner, ScannerUnavailable } from '../scanner.ts'
import { createClamdBreaker } from './clamd-breaker.ts'
import { createLimitsCheck } from './clamd-limits-check.ts'
import { createClamdScan } from './clamd-scan.ts'
import { type ClamdSession, openClamdSession } from './clamd-session.ts'
import { type ClamdAddress, pingClamd } from './ping-clamd.ts'

type ClamdOptions = {
  readonly address: ClamdAddress
  /** Most bytes that go to clamd at once, at least 2 MiB; it has to accept and to read so much. */
  readonly windowSize: number
  readonly clock: Clock
  readonly log: Logger
}

/** Scans with ClamAV's daemon. docs/virus-scanning.md says what it promises and how clamd is to be set up. */
export function openClamdScanner({ address, windowSize, clock, log }: ClamdOptions): Scanner {
  const breaker = createClamdBreaker(() => pingClamd(address), clock)
  const sessions = new Set<ClamdSession>()

  function openSession(): ClamdSession {
    const session = openClamdSession(address, breaker.check)
    sessions.add(session)
    const forget = () => sessions.delete(session)
    session.answer.then(forget, forget)
    return session
  }
  const reportsLimits = createLimitsCheck({ open: openSession, clock, log })
  return {
    name: 'clamd',
    open() {
      const scan = createClamdScan({ open: openSession, windowSize, reportsLimits })
      const admitted = breaker.admit()
      return admitted ? admitted.then(() => scan) : scan
    },
    check: breaker.check,
    close() {
      const reason = new ScannerUnavailable('The server stops.', { retryAfter: 10 })
      for (const session of sessions) session.destroy(reason)
    },
  }
}
