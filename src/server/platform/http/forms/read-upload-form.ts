import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { formLimits, maxFiles } from '#contract/limits.ts'
import { Failure } from '../../failure.ts'
import { readBody } from '../read-body.ts'
import { isIncomplete } from './form-failures.ts'
import {
  createMultipartParser,
  FormTooLarge,
  MalformedForm,
  type PartSink,
  readBoundary,
} from './multipart-parser.ts'

export type UploadFormHandlers = {
  /** A text field, whole. Throws to refuse; what comes after it waits for the promise, if there is one. */
  field(name: string, value: string): Promise<void> | undefined
  /** A file begins; its bytes go to the returned sink. Throws to refuse. */
  file(part: { name: string; filename: string; mimeType: string | undefined }): PartSink
}

/** How much of a refused upload is still read, so that its sender gets to see the answer. */
const drainLimits = { bytes: 64 * 1024 * 1024, time: 10_000 }

/** Every file may come with the path of its folder. */
const parserLimits = { parts: formLimits.fields + 2 * maxFiles, headerBytes: formLimits.headerBytes }

/**
 * Reads a multipart form as it arrives, from a request or from storage, never a whole file at once.
 * Resolves when the form is complete and every sink has ended. On a refusal it rejects at once; what is still
 * arriving is then read and thrown away for a while, so that the sender can read the answer.
 * @throws Failure MALFORMED_FORM, FORM_TOO_LARGE, UPLOAD_INCOMPLETE, or what a handler threw
 */
export async function readUploadForm(
  body: Readable,
  contentType: string,
  handlers: UploadFormHandlers,
): Promise<void> {
  let files = 0
  try {
    const parser = createMultipartParser(readBoundary(contentType), parserLimits, {
      part({ name, filename, mimeType }) {
        if (filename === undefined) return textSink(name, handlers)
        files += 1
        if (files > maxFiles) throw new FormTooLarge(`it has more than ${maxFiles} files`)
        return handlers.file({ name, filename, mimeType })
      },
    })
    await readBody(body, parser)
  } catch (error) {
    if (body instanceof IncomingMessage) discardRest(body)
    else body.destroy()
    throw asFailure(error)
  }
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
    end: () => handlers.field(name, decode(Buffer.concat(pieces), name)),
  }
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new MalformedForm(`the field ${JSON.stringify(name.slice(0, 40))} is not UTF-8`)
  }
}

/**
 * Reads what is still arriving and throws it away for a while, so that the sender can read the answer. To be called before
 * the answer, which closes the connection: with bytes unread that would be a reset, and could take the answer with it.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete) return
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
  if (isIncomplete(error)) return new Failure('UPLOAD_INCOMPLETE', { cause: error })
  return error
}
