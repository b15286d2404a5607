import type { Readable } from 'node:stream'
import { UploadIncomplete } from './forms/form-failures.ts'

/** A sender who stays under this for the whole window is gone, or up to no good. */
const slowestRate = { bytes: 16 * 1024, window: 60_000 }

/** Takes a body's pieces; a promise holds the sender back. What it throws ends the reading. */
export type BodySink = {
  write(piece: Uint8Array): Promise<void> | undefined
  end(): Promise<void> | undefined
}

/**
 * Hands the pieces of a body to a sink as they come, and resolves when the sink has ended. Plain listeners instead of a
 * pipeline, because a pipeline destroys the request when its end fails, and with it the socket that the answer
 * must take.
 * @throws UploadIncomplete when the body stops early, crawls, or `signal` fires; what the sink throws
 */
export function readBody(body: Readable, sink: BodySink, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let arrived = 0
    let counted = 0
    let ended = false
    let writing: Promise<void> | undefined
    const watch = setInterval(() => {
      if (arrived - counted < slowestRate.bytes && !body.isPaused())
        settle(new UploadIncomplete('it arrived too slowly'))
      counted = arrived
    }, slowestRate.window)

    function settle(error?: unknown) {
      clearInterval(watch)
      body.off('data', onData).off('end', onEnd).off('error', settle).off('close', onClose)
      signal?.removeEventListener('abort', onAbort)
      if (error === undefined) resolve()
      // Whoever tidies up now must not meet a piece that is still being written.
      else Promise.resolve(writing).then(() => reject(error), reject)
    }
    function onData(piece: Uint8Array) {
      arrived += piece.length
      try {
        const wait = sink.write(piece)
        if (!wait) return
        writing = wait
        body.pause()
        wait.then(() => body.resume(), settle)
      } catch (error) {
        settle(error)
      }
    }
    function onEnd() {
      ended = true
      // A body that was there before anybody read it ends even while it is paused.
      Promise.resolve(writing)
        .then(() => sink.end())
        .then(() => settle(), settle)
    }
    function onClose() {
      if (!ended) settle(new UploadIncomplete('the connection was closed'))
    }
    function onAbort() {
      if (!ended) settle(new UploadIncomplete('it was interrupted'))
    }
    body.on('data', onData).on('end', onEnd).on('error', settle).on('close', onClose)
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    // The sender may have gone while the stage was opened, and says so only once.
    else if (body.destroyed) onClose()
  })
}
