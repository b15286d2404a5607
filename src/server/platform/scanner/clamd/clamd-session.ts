import { connect } from 'node:net'
import { ScannerUnavailable } from '../scanner.ts'
import type { ClamdAddress } from './clamd-address.ts'
import { type ClamdAnswer, readClamdAnswer } from './clamd-answer.ts'

/** One INSTREAM: up to clamd's StreamMaxLength bytes in, one answer out. */
export type ClamdSession = {
  /** Queues a chunk with its length in front, which stays as it is. The promise, if any, resolves when there is room. */
  send(chunk: Uint8Array): Promise<void> | undefined
  /** Says that all bytes are sent. */
  finish(): void
  /** Rejects with ScannerUnavailable, or with what `destroy` was given. */
  readonly answer: Promise<ClamdAnswer>
  /** Hangs up; whoever still waits gets `reason`. */
  destroy(reason: Error): void
}

/** How often clamd has to answer a ping while it is waited for, in milliseconds. */
const pingEvery = 5000
/** Milliseconds that clamd may take none of the bytes or have no answer: a little more than its MaxScanTime. */
const maxWait = 150_000
/** No answer of clamd is nearly as long, in characters. */
const maxAnswer = 4096

/**
 * Connects to clamd and begins an INSTREAM; clamd(8) describes it.
 * @param ping whether clamd lives; also asked when it hangs up, so that others know
 */
export function openClamdSession(address: ClamdAddress, ping: () => Promise<void>): ClamdSession {
  const answer = Promise.withResolvers<ClamdAnswer>()
  // Nobody may be waiting yet; who comes later still meets it.
  answer.promise.catch(() => {})
  const socket = connect(address)
  let over: { readonly failure?: Error } | undefined
  let finished = false
  let text = ''
  let room: PromiseWithResolvers<void> | undefined
  /** Chunks that the kernel took, now and at the last look, and the milliseconds since there was one. */
  let taken = 0
  let seen = 0
  let waited = 0
  const watch = setInterval(() => {
    const idle = !finished && socket.writableLength === 0
    waited = idle || taken > seen ? 0 : waited + pingEvery
    seen = taken
    if (waited >= maxWait) lose(`it took longer than ${maxWait} ms`)
    else if (!idle) ping().catch(() => lose('it does not answer a ping either'))
  }, pingEvery)

  function settle(outcome: ClamdAnswer | Error): void {
    if (over) return
    clearInterval(watch)
    socket.destroy()
    if (outcome instanceof Error) {
      over = { failure: outcome }
      answer.reject(outcome)
      room?.reject(outcome)
    } else {
      over = {}
      answer.resolve(outcome)
      room?.resolve()
    }
  }
  function lose(reason: string): void {
    settle(new ScannerUnavailable(`clamd was lost during a scan: ${reason}.`, { retryAfter: 10 }))
  }
  function hangUp(reason: string): void {
    if (over) return
    lose(reason)
    // Its outcome is kept for those who come next.
    ping().catch(() => {})
  }

  socket.setEncoding('latin1')
  socket.on('data', (part: string) => {
    text += part
    const end = text.indexOf('\0')
    if (end !== -1) settle(readClamdAnswer(text.slice(0, end)))
    else if (text.length > maxAnswer) lose('it said more than it ever does')
  })
  socket.on('drain', () => {
    room?.resolve()
    room = undefined
  })
  socket.on('error', (error: NodeJS.ErrnoException) => hangUp(error.code ?? 'unknown error'))
  socket.on('close', () => hangUp('it hung up'))
  socket.write('zINSTREAM\0')

  return {
    answer: answer.promise,
    send(chunk) {
      if (over) return over.failure && Promise.reject(over.failure)
      if (socket.write(chunk, () => (taken += 1))) return undefined
      if (!room) {
        room = Promise.withResolvers()
        room.promise.catch(() => {})
      }
      return room.promise
    },
    finish() {
      if (over) return
      finished = true
      socket.write(new Uint8Array(4), () => (taken += 1))
    },
    destroy: settle,
  }
}
