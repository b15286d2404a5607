import { connect } from 'node:net'
import { ScannerUnavailable } from '../scanner.ts'
import type { ClamdAddress } from './ping-clamd.ts'

/** Answer of clamd for one stream. `unread` means that it gave up on the way: that is never `ok`. */
export type ClamdAnswer =
  | { readonly kind: 'ok' }
  | { readonly kind: 'found'; readonly signature: string }
  | { readonly kind: 'unread'; readonly reason: string }

/** One INSTREAM: up to clamd's StreamMaxLength bytes in, one answer out. */
export type ClamdSession = {
  /**
   * Queues a chunk with its length in front, which stays as it is. The promise, if any, resolves when there is room; it may
   * be dropped, because the answer repeats its failure.
   */
  send(chunk: Uint8Array): Promise<void> | undefined
  /** Says that all bytes are sent. */
  finish(): void
  /** Rejects with ScannerUnavailable, or with what `destroy` was given. */
  readonly answer: Promise<ClamdAnswer>
  /** Hangs up; all who still wait get `reason`. */
  destroy(reason: Error): void
}

/** How often clamd has to answer a ping while it is waited for, in milliseconds. */
const pingEvery = 5000
/** Milliseconds that clamd may take none of the bytes or have no answer: a little more than its MaxScanTime. */
const maxWait = 150_000
/** No answer of clamd is nearly as long, in characters. */
const maxAnswer = 4096

/**
 * Connects to clamd and begins an INSTREAM; clamd(8) describes it. An answer counts when it is the only one, follows the last
 * byte, and clamd then ends the connection as it does: what answers earlier has not read everything.
 * @param ping whether clamd lives; also asked when it hangs up, so that others know
 */
export function openClamdSession(address: ClamdAddress, ping: () => Promise<void>): ClamdSession {
  const answer = handled(Promise.withResolvers<ClamdAnswer>())
  const socket = connect(address)
  let over: { readonly refusal?: Promise<never> } | undefined
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
      const refusal = Promise.reject(outcome)
      refusal.catch(() => {})
      over = { refusal }
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
    // The outcome is kept for later callers.
    ping().catch(() => {})
  }
  function hear(part: string): void {
    text += part
    const end = text.indexOf('\0')
    if (end === -1) {
      if (text.length > maxAnswer) lose('it said more than it ever does')
      return
    }
    const read = readClamdAnswer(text.slice(0, end))
    if (read instanceof Error) settle(read)
    // guard: scanner that answers early -> tests/http/uploads/clamd-answers.test.ts "OK and waits after the first chunk"
    //   drops else if (!finished || socket.writableLength > 0) lose('it answered before it had everything')
    else if (!finished || socket.writableLength > 0) lose('it answered before it had everything')
    else if (end < text.length - 1) lose('it answered twice')
  }
  function conclude(): void {
    if (text.endsWith('\0')) settle(readClamdAnswer(text.slice(0, -1)))
    else hangUp('it hung up')
  }

  socket.setEncoding('latin1')
  socket.on('data', hear)
  socket.on('end', conclude)
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
      if (over) return over.refusal
      if (socket.write(chunk, () => (taken += 1))) return undefined
      room ??= handled(Promise.withResolvers())
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

/** Marks a rejection as handled: later waiters still get the failure. */
function handled<Value>(promised: PromiseWithResolvers<Value>): PromiseWithResolvers<Value> {
  promised.promise.catch(() => {})
  return promised
}

/** Under these names clamd reports what it could not read, if AlertExceedsMax and AlertEncrypted are set. */
const unreadNames = /^Heuristics\.(Limits\.Exceeded|Encrypted)/

/**
 * Reads clamd's answer to INSTREAM, without its end mark; clamd(8) describes it. Every error, and what is no answer at
 * all, means that it is not available.
 */
function readClamdAnswer(text: string): ClamdAnswer | ScannerUnavailable {
  if (text === 'stream: OK') return { kind: 'ok' }
  // With ExtendedDetectionInfo the hash and the size of the file follow the name.
  const name = /^stream: (\S.*?)(?:\([0-9a-f]+:\d+\))? FOUND$/.exec(text)?.[1]
  if (name !== undefined) {
    return unreadNames.test(name) ? { kind: 'unread', reason: name } : { kind: 'found', signature: name }
  }
  if (text === 'INSTREAM size limit exceeded. ERROR') {
    return new ScannerUnavailable("clamd's StreamMaxLength is smaller than CLAMD_STREAM_MAX.", {
      retryAfter: 60,
    })
  }
  const answered = text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 100)
  return new ScannerUnavailable(`clamd answered "${answered}".`, { retryAfter: 10 })
}
