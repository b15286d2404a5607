import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Failure } from '../failure.ts'
import { UploadIncomplete, UploadTooSlow } from './forms/form-failures.ts'

/** Milliseconds in which every body has to be there, but those that readBody takes. */
export const usualBodyTime = 30_000

/** How much of a refused body is still read, so that its sender gets to see the answer. Bytes and milliseconds. */
const drainLimits = { bytes: 64 * 1024 * 1024, time: 10_000 }

/** Refused bodies up to this size, in bytes, are read silently, and their connection stays open unless it was to be closed. */
const smallBody = 64 * 1024

/** A sender who stays below this for the whole window is gone or hostile. */
const slowestRate = { bytes: 16 * 1024, window: 60_000 }

/** Takes the chunks of a body; a promise holds the sender back. An error ends the reading. */
type BodySink = {
  write(chunk: Uint8Array): Promise<void> | undefined
  end(): Promise<void> | undefined
}

/**
 * Hands the chunks of a body to a sink as they come, and resolves when the sink has ended. Plain listeners instead of a
 * pipeline, because a pipeline destroys the request when its end fails, and with it the socket that the answer
 * must take.
 * @throws UploadIncomplete when the body stops early or `signal` fires, UploadTooSlow when it crawls; what the sink throws
 */
export function readBody(body: Readable, sink: BodySink, signal?: AbortSignal): Promise<void> {
  deadlines.get(body)?.()
  return new Promise((resolve, reject) => {
    let arrived = 0
    let counted = 0
    let ended = false
    let writing: Promise<void> | undefined
    const turn = watchTurn()
    const watch = setInterval(() => {
      // guard: sender that crawls -> src/server/platform/http/read-body.test.ts "crawls"
      if (arrived - counted < slowestRate.bytes && !body.isPaused())
        settle(new UploadTooSlow('it arrived too slowly'))
      counted = arrived
    }, slowestRate.window)

    function settle(error?: unknown) {
      clearInterval(watch)
      body.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose)
      signal?.removeEventListener('abort', onAbort)
      if (error === undefined) resolve()
      // Anyone who tidies up now must not meet a chunk that is still being written.
      else Promise.resolve(writing).then(() => reject(error), reject)
    }
    function onData(chunk: Uint8Array) {
      arrived += chunk.length
      try {
        const wait = sink.write(chunk)
        if (!wait && !turn.isLong()) return
        body.pause()
        writing = Promise.resolve(wait).then(() => (turn.isLong() ? breathe() : undefined))
        writing.then(() => body.resume(), settle)
      } catch (error) {
        settle(error)
      }
    }
    function onEnd() {
      ended = true
      // A body that was complete before it was read ends even while it is paused.
      Promise.resolve(writing)
        .then(() => sink.end())
        .then(() => settle(), settle)
    }
    function onError(error: Error) {
      settle(isCut(error) ? new UploadIncomplete('the connection broke', { cause: error }) : error)
    }
    function onClose() {
      if (!ended) settle(new UploadIncomplete('the connection was closed'))
    }
    function onAbort() {
      if (!ended) settle(new UploadIncomplete('it was interrupted'))
    }
    body.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    // The sender may have gone while the stage was opened, and says so only once.
    else if (body.destroyed) onClose()
  })
}

/** Whether a body's connection broke, and not what it is read from. */
function isCut(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}

/** Milliseconds of work on one body after which other requests get their turn. */
const maxTurnMs = 10

/** Whether this body has been worked on for long without a turn of the event loop: megabytes may come in one. */
function watchTurn(): { isLong(): boolean } {
  let began: number | undefined
  return {
    isLong() {
      if (began !== undefined) return performance.now() - began > maxTurnMs
      began = performance.now()
      setImmediate(() => {
        began = undefined
      })
      return false
    },
  }
}

/** Functions that end the deadline of a body still to come. */
const deadlines = new WeakMap<Readable, () => void>()

/**
 * Gives every request that has a body `time` milliseconds to send it, whatever becomes of the request; then it is answered
 * with REQUEST_TIMEOUT, or its connection closed if there was an answer before. A body that readBody takes has its minimum
 * rate instead. A sender who is refused or sent elsewhere while a large body is on its way may still read the answer: see
 * discardRest. To be called before any other hook is added.
 */
export function limitBodies(app: FastifyInstance, time: number): void {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (hasBody(raw)) giveTime(raw, reply, time)
    done()
  })
  app.addHook('onSend', ({ raw }, reply, _payload, done) => {
    const closes = isLarge(raw) || reply.getHeader('connection') === 'close'
    if (reply.statusCode >= 300 && !raw.complete && hasBody(raw) && closes) {
      reply.header('connection', 'close')
      discardRest(raw)
    }
    done()
  })
}

function giveTime(raw: IncomingMessage, reply: FastifyReply, time: number): void {
  // guard: time of a body -> tests/http/hostile/bad-input.test.ts "a JSON body that does not come"
  //   endLate(raw, reply) becomes {}
  const timer = setTimeout(() => endLate(raw, reply), time)
  timer.unref()
  function stop() {
    clearTimeout(timer)
    deadlines.delete(raw)
  }
  deadlines.set(raw, stop)
  raw.once('end', stop).once('close', stop)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function isLarge({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBody
}

function endLate(raw: IncomingMessage, reply: FastifyReply): void {
  if (raw.complete) return
  if (reply.sent || reply.raw.headersSent) {
    // The answer leaves whole before the connection is closed.
    raw.resume()
    if (reply.raw.writableFinished) raw.socket.destroySoon()
    else reply.raw.once('finish', () => raw.socket.destroySoon())
    return
  }
  reply.header('connection', 'close').send(new Failure('REQUEST_TIMEOUT'))
}

/**
 * Reads what is still arriving and throws it away for a while, so that the sender can read the answer. To be called before
 * the answer, which closes the connection: with bytes unread that would be a reset, and could take the answer with it.
 */
function discardRest(request: IncomingMessage): void {
  const { socket } = request
  socket.destroySoon = () => {
    socket.end()
    const stop = setTimeout(() => socket.destroy(), drainLimits.time)
    stop.unref()
    socket.on('close', () => clearTimeout(stop))
  }
  let left = drainLimits.bytes
  request.on('error', () => {})
  const stop = setTimeout(() => request.destroy(), drainLimits.time)
  stop.unref()
  request.on('close', () => clearTimeout(stop))
  request.on('data', (chunk: Uint8Array) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
}
