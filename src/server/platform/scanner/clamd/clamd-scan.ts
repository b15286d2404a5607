import { type Scan, ScanAborted, type ScanResult } from '../scanner.ts'
import { type Chunk, countChunks, createClamdChunks, joinChunks } from './clamd-chunks.ts'
import type { ClamdAnswer, ClamdSession } from './clamd-session.ts'
import { interpretOk } from './interpret-ok.ts'

/** Comes again in a new window, so that what is shorter and lies across a border is seen whole: 1 MiB. */
const overlap = countChunks(1024 * 1024)
/** The start of a file is kept to recognise what it is: 48 KiB. */
const headLength = countChunks(48 * 1024)

type ClamdScanOptions = {
  /** Begins a window. */
  open(): ClamdSession
  /** Most bytes of a window, at least 2 MiB. */
  readonly windowSize: number
  /** Whether clamd says so when one of its limits stops it. @throws ScannerUnavailable */
  reportsLimits(): Promise<boolean>
}

/**
 * Streams one file through clamd, in windows because clamd reads nothing beyond its limits. Its OK means clean only if it
 * reports a limit that it met.
 */
export function createClamdScan({ open, windowSize, reportsLimits }: ClamdScanOptions): Scan {
  const chunksInWindow = countChunks(windowSize)
  const chunks = createClamdChunks()
  const sessions = new Set<ClamdSession>()
  let current: ClamdSession | undefined
  let windows = 0
  let inWindow = 0
  /** The answers to all windows but the current one. */
  let answered: Promise<unknown> | undefined
  let head: Chunk[] = []
  let recent: Chunk[] = []
  let signature: string | undefined
  let unread: string | undefined
  let failure: Error | undefined

  function stop(reason: Error): void {
    failure ??= reason
    for (const session of sessions) session.destroy(reason)
    head = []
    recent = []
  }
  function hear(answer: ClamdAnswer): void {
    if (answer.kind === 'found') signature ??= answer.signature
    if (answer.kind === 'unread') unread ??= answer.reason
  }
  function lose(reason: Error): void {
    if (signature === undefined) stop(reason)
  }
  function begin(): ClamdSession {
    const session = open()
    sessions.add(session)
    session.answer.then(hear, lose).finally(() => sessions.delete(session))
    current = session
    windows += 1
    inWindow = 0
    return session
  }
  function finish(session: ClamdSession): void {
    session.finish()
    answered = Promise.all([answered, session.answer])
    answered.catch(() => {})
  }
  /** Ends a full window and begins the next. Waits for the windows before, while clamd scans the full one. */
  function turn(full: ClamdSession): Promise<unknown> {
    const before = answered
    finish(full)
    const next = begin()
    inWindow = recent.length
    return Promise.all([before, ...recent.map((chunk) => next.send(chunk))])
  }
  function send(chunk: Chunk): Promise<void> | undefined {
    const wait = current && inWindow >= chunksInWindow ? turn(current) : undefined
    const session = current ?? begin()
    inWindow += 1
    if (head.length < headLength) head.push(chunk)
    recent.push(chunk)
    if (recent.length > overlap) recent.shift()
    const room = session.send(chunk)
    return wait ? wait.then(() => room) : room
  }

  return {
    write(bytes) {
      if (failure) return Promise.reject(failure)
      if (signature !== undefined) return undefined
      let wait: Promise<unknown> | undefined
      for (const chunk of chunks.add(bytes)) {
        const sent = send(chunk)
        wait = wait && sent ? Promise.all([wait, sent]) : (wait ?? sent)
      }
      return wait?.then(() => {})
    },
    async end(): Promise<ScanResult> {
      try {
        if (failure) throw failure
        if (signature === undefined) {
          const rest = chunks.rest()
          if (rest) await send(rest)
          finish(current ?? begin())
          await answered
        }
        if (signature !== undefined) return { verdict: 'infected', signature }
        if (unread !== undefined) return { verdict: 'unscanned', reason: unread }
        const result = interpretOk({ head: joinChunks(head), tail: joinChunks(recent), windows, windowSize })
        return result.verdict === 'clean' && !(await reportsLimits()) ? { verdict: 'checked' } : result
      } finally {
        stop(new ScanAborted())
      }
    },
    abort: () => stop(new ScanAborted()),
  }
}
