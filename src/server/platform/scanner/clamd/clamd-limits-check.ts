import { gzipSync } from 'node:zlib'
import type { Logger } from 'pino'
import type { Clock } from '../../time/clock.ts'
import { createClamdChunks } from './clamd-chunks.ts'
import type { ClamdSession } from './clamd-session.ts'

/** How long an answer holds, in milliseconds: clamd may be started again with other settings. */
const answerLife = 10 * 60_000
/** More than clamd unpacks: MaxRecursion is 17 by default, and 100 at most by its manual. */
const depth = 101

type LimitsCheckOptions = {
  open(): ClamdSession
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Finds out whether clamd says so when one of its limits stops it, which it does with AlertExceedsMax only: it gets an
 * archive that is nested too deep. Without that its OK may mean that it has read nothing.
 * @throws ScannerUnavailable from the returned function
 */
export function createLimitsCheck({ open, clock, log }: LimitsCheckOptions): () => Promise<boolean> {
  let answer: { readonly reported: Promise<boolean>; readonly at: number } | undefined

  async function ask(): Promise<boolean> {
    const session = open()
    const chunks = createClamdChunks()
    for (const chunk of chunks.add(nested())) await session.send(chunk)
    const rest = chunks.rest()
    if (rest) await session.send(rest)
    session.finish()
    const reported = (await session.answer).kind === 'unread'
    if (!reported) log.warn('clamd runs without AlertExceedsMax: no file counts as clean')
    return reported
  }
  return () => {
    if (!answer || Math.abs(clock.now() - answer.at) >= answerLife) {
      const current = { reported: ask(), at: clock.now() }
      answer = current
      current.reported.catch(() => {
        if (answer === current) answer = undefined
      })
    }
    return answer.reported
  }
}

function nested(): Uint8Array {
  let bytes: Uint8Array = Buffer.from('A limit of the scanner lies on the way to this text.')
  for (let level = 0; level < depth; level += 1) bytes = gzipSync(bytes)
  return bytes
}
