import type { Readable } from 'node:stream'
import { formLimits, maxFiles, thumbnailLimits, thumbnailPrefix } from '#contract/transfers/limits.ts'
import { releaseBuffer } from '../../buffers/release-buffer.ts'
import { Failure } from '../../failure.ts'
import { readBody } from '../read-body.ts'
import { asIncomplete, FormTooLarge, MalformedForm, UploadIncomplete } from './form-failures.ts'
import { createMultipartParser, type MultipartParser, type PartSink } from './multipart-parser.ts'
import { readMediaType } from './read-part-headers.ts'

export type UploadFormHandlers = {
  /** A text field, whole. Throws to refuse; what comes after it waits for the promise, if there is one. */
  field(name: string, value: string): Promise<void> | undefined
  /** A file begins; its bytes go to the returned sink. Throws to refuse. */
  file(part: { name: string; filename: string; mimeType: string | undefined }): PartSink
}

/** Every file may come with the path of its folder and its time, some with a thumbnail. */
const parserLimits = {
  parts: formLimits.fields + 3 * maxFiles + thumbnailLimits.count,
  headerBytes: formLimits.headerBytes,
}

/** RFC 2046, section 5.1.1: 1 to 70 characters of this set, the last one not a space. */
const boundarySyntax = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/

/**
 * Reads a multipart form as it arrives, from a request or from storage, never a whole file at once. Resolves when the form is
 * complete and every sink has ended. On a refusal it rejects at once; see limitBodies for what is still arriving then. A form
 * from storage is complete: without its end it is malformed.
 * @throws Failure MALFORMED_FORM, FORM_TOO_LARGE, UPLOAD_INCOMPLETE, REQUEST_TIMEOUT, or errors of a handler
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
        if (!name.startsWith(thumbnailPrefix)) files += 1
        // guard: number of files -> tests/http/hostile/bad-input.test.ts "a hundred thousand tiny files"
        if (files > maxFiles) throw new FormTooLarge(`it has more than ${maxFiles} files`)
        return handlers.file({ name, filename, mimeType })
      },
    })
    await readBody(body, { write: (chunk) => parseAndRelease(parser, chunk), end: () => parser.end() })
  } catch (error) {
    // A request stays as it is: its socket takes the answer.
    if ('httpVersion' in body) throw asFailure(error)
    const cutShort = error instanceof UploadIncomplete && body.readableEnded
    body.destroy()
    throw asFailure(cutShort ? new MalformedForm(error.message) : error)
  }
}

/** Without it, what has come waits for the garbage collector, wherever a file is shorter than the chunk that it came in. */
function parseAndRelease(parser: MultipartParser, chunk: Uint8Array): Promise<void> | undefined {
  const wait = parser.write(chunk)
  if (wait) return wait.then(() => releaseBuffer(chunk))
  releaseBuffer(chunk)
  return undefined
}

function textSink(name: string, handlers: UploadFormHandlers): PartSink {
  const chunks: Uint8Array[] = []
  let length = 0
  return {
    write(chunk) {
      length += chunk.length
      // guard: bytes of a field -> tests/http/hostile/bad-input.test.ts "a field without an end in sight"
      if (length > formLimits.fieldBytes)
        throw new FormTooLarge(`the field ${JSON.stringify(name.slice(0, 40))} is too long`)
      // guard: a text field is kept, not a view of what is freed -> src/server/platform/http/forms/read-upload-form.test.ts
      //   Uint8Array.from(chunk) becomes chunk
      chunks.push(Uint8Array.from(chunk))
      return undefined
    },
    end: () => handlers.field(name, decode(Buffer.concat(chunks), name)),
  }
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new MalformedForm(`the field ${JSON.stringify(name.slice(0, 40))} is not UTF-8`)
  }
}

function asFailure(error: unknown): unknown {
  if (error instanceof MalformedForm)
    return new Failure('MALFORMED_FORM', { details: error.message, cause: error })
  if (error instanceof FormTooLarge)
    return new Failure('FORM_TOO_LARGE', { details: error.message, cause: error })
  return asIncomplete(error) ?? error
}

/**
 * The boundary named by a request's Content-Type, quoted or not.
 * @throws MalformedForm when the request is no multipart form, or its boundary is missing or not allowed
 */
export function readBoundary(contentType: string): string {
  const type = readMediaType(contentType)
  if (type?.essence !== 'multipart/form-data') throw new MalformedForm('the request is not a multipart form')
  const boundary = type.params.get('boundary')
  if (boundary === null) throw new MalformedForm('the form names no boundary')
  if (!boundarySyntax.test(boundary)) throw new MalformedForm('the boundary is not allowed')
  return boundary
}
