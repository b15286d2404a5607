import type { IncomingMessage } from 'node:http'
import { formLimits } from '#contract/limits.ts'
import { Failure } from './failure.ts'
import {
  createMultipartParser,
  FormTooLarge,
  MalformedForm,
  type PartSink,
  readBoundary,
  UploadIncomplete,
} from './multipart-parser.ts'

export type UploadFormHandlers = {
  /** A text field, whole. Throws to refuse. */
  field(name: string, value: string): void
  /** A file begins; its bytes go to the returned sink. Throws to refuse. */
  file(part: { name: string; filename: string; mimeType: string | undefined }): PartSink
}

/** A sender who stays under this for the whole window is gone, or up to no good. */
const slowestRate = { bytes: 16 * 1024, window: 60_000 }
/** How much of a refused upload is still read, so that its sender gets to see the answer. */
const courtesy = { bytes: 64 * 1024 * 1024, time: 10_000 }

/**
 * Reads a multipart form from a request as it arrives, never a whole file at once.
 * Resolves when the form is complete and every sink has ended. On a refusal it rejects at once; what is still
 * arriving is then read and thrown away for a while, so that the sender can read the answer.
 * @throws Failure MALFORMED_FORM, FORM_TOO_LARGE, UPLOAD_INCOMPLETE, or what a handler threw
 */
export async function readUploadForm(request: IncomingMessage, handlers: UploadFormHandlers): Promise<void> {
  try {
    const parser = createMultipartParser(readBoundary(request.headers['content-type'] ?? ''), formLimits, {
      part({ name, filename, mimeType }) {
        return filename === undefined ? textSink(name, handlers) : handlers.file({ name, filename, mimeType })
      },
    })
    await feed(request, parser)
  } catch (error) {
    discardRest(request)
    throw asFailure(error)
  }
}

/**
 * Hands the request's pieces to the parser. Plain listeners instead of a pipeline, because a pipeline destroys
 * the request when its end fails, and with it the socket that the answer must take.
 */
function feed(request: IncomingMessage, parser: ReturnType<typeof createMultipartParser>): Promise<void> {
  return new Promise((resolve, reject) => {
    let arrived = 0
    let counted = 0
    let ended = false
    const watch = setInterval(() => {
      if (arrived - counted < slowestRate.bytes && !request.isPaused())
        settle(new UploadIncomplete('it arrived too slowly'))
      counted = arrived
    }, slowestRate.window)

    function settle(error?: unknown) {
      clearInterval(watch)
      request.off('data', onData).off('end', onEnd).off('error', settle).off('close', onClose)
      if (error === undefined) resolve()
      else reject(error)
    }
    function onData(piece: Uint8Array) {
      arrived += piece.length
      try {
        const wait = parser.write(piece)
        if (!wait) return
        request.pause()
        wait.then(() => request.resume(), settle)
      } catch (error) {
        settle(error)
      }
    }
    function onEnd() {
      ended = true
      Promise.try(() => parser.end()).then(() => settle(), settle)
    }
    function onClose() {
      if (!ended) settle(new UploadIncomplete('the connection was closed'))
    }
    request.on('data', onData).on('end', onEnd).on('error', settle).on('close', onClose)
    // The sender may have gone while the stage was opened, and says so only once.
    if (request.destroyed) onClose()
  })
}

function textSink(name: string, handlers: UploadFormHandlers): PartSink {
  const pieces: Uint8Array[] = []
  let length = 0
  return {
    write(piece) {
      length += piece.length
      if (length > formLimits.fieldBytes)
        throw new FormTooLarge(`the field ${JSON.stringify(name.slice(0, 40))} is too long`)
      pieces.push(piece)
      return undefined
    },
    end() {
      handlers.field(name, decode(Buffer.concat(pieces), name))
      return undefined
    },
  }
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new MalformedForm(`the field ${JSON.stringify(name.slice(0, 40))} is not UTF-8`)
  }
}

function discardRest(request: IncomingMessage): void {
  let left = courtesy.bytes
  request.on('error', () => {})
  const stop = setTimeout(() => request.destroy(), courtesy.time)
  stop.unref()
  request.on('close', () => clearTimeout(stop))
  request.on('data', (piece: Uint8Array) => {
    left -= piece.length
    if (left < 0) request.destroy()
  })
  request.resume()
}

function asFailure(error: unknown): unknown {
  if (error instanceof MalformedForm)
    return new Failure('MALFORMED_FORM', { details: error.message, cause: error })
  if (error instanceof FormTooLarge)
    return new Failure('FORM_TOO_LARGE', { details: error.message, cause: error })
  if (error instanceof UploadIncomplete || isConnectionError(error)) {
    return new Failure('UPLOAD_INCOMPLETE', { cause: error })
  }
  return error
}

function isConnectionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}
