import { releaseBuffer } from '../../buffers/release-buffer.ts'
import { createBytesSearch } from '../../buffers/search-bytes.ts'
import { FormTooLarge, MalformedForm, UploadIncomplete } from './form-failures.ts'
import { type PartHeaders, readPartHeaders } from './read-part-headers.ts'

export type MultipartHandlers = {
  /** A part begins; its content goes to the returned sink. Throws to refuse. */
  part(headers: PartHeaders): PartSink
}

/**
 * Takes a part's content. A returned promise holds the parser back until it settles; a throw or a rejection
 * refuses the form. The sink may free the buffer of a chunk that owns it whole; readUploadForm does so once it has parsed what a
 * chunk is part of, so a sink copies what it keeps.
 */
export type PartSink = {
  write(chunk: Uint8Array): Promise<void> | undefined
  end(): Promise<void> | undefined
}

/**
 * Both calls return a promise only if a sink did; the next call waits for it. Errors of a sink, the handlers or the parser
 * leave the call, thrown or as a rejection; the parser must not be used after one.
 */
export type MultipartParser = {
  write(chunk: Uint8Array): Promise<void> | undefined
  end(): Promise<void> | undefined
}

type MultipartLimits = {
  parts: number
  /** Bytes of one part's header lines with their line ends, without the empty line that closes them. */
  headerBytes: number
}

const CR = 13
const LF = 10
const DASH = 45
const lineEnd = Buffer.from('\r\n')
const headersEnd = Buffer.from('\r\n\r\n')

/**
 * Parses a multipart/form-data body (RFC 7578, framed as in RFC 2046) pushed in chunks of any size. Content is
 * never copied or gathered: sinks get views of the incoming chunk, or the very chunk if all of it is content,
 * and a small copy only of bytes that looked like a boundary across chunks.
 *
 * Narrower than RFC 2046: only empty lines may stand before the first boundary, nothing (no padding either)
 * after a boundary on its line, and a part without content still has its empty line. The epilogue is ignored.
 *
 * @param boundary as readBoundary() gives it
 * @throws MalformedForm, FormTooLarge (more parts than limits.parts), from write;
 *   UploadIncomplete from end, when the closing boundary has not come
 */
export function createMultipartParser(
  boundary: string,
  limits: MultipartLimits,
  handlers: MultipartHandlers,
): MultipartParser {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  const findDelimiter = createBytesSearch(delimiter)
  /** The line end of a delimiter, then the header block up to and with its empty line. */
  const headers = Buffer.allocUnsafeSlow(lineEnd.length + limits.headerBytes + lineEnd.length)
  let headersLength = 0

  let state: 'start' | 'boundary' | 'headers' | 'content' | 'epilogue' = 'start'
  /**
   * Bytes of the delimiter seen at the end of what is parsed. The first boundary, and a boundary right after
   * the headers, have their line end before them already.
   */
  let matched = lineEnd.length
  /** How many of the matched bytes are content, and kept back, unless the delimiter completes. */
  let kept = 0
  /** The byte after a boundary, once it is seen. */
  let mark: number | undefined
  let parts = 0
  let sink: PartSink | undefined

  return {
    write: (chunk) => advance(chunk, asBuffer(chunk), 0),
    end() {
      if (state !== 'epilogue') throw new UploadIncomplete('the form stops before its closing boundary')
      releaseBuffer(headers)
      return undefined
    },
  }

  /** Parses a chunk from a position on. The view is the same memory as the chunk. */
  function advance(chunk: Uint8Array, view: Buffer, from: number): Promise<void> | undefined {
    let position = from
    while (position < view.length) {
      if (state === 'content' && sink) {
        const step = readContent(chunk, view, position, sink)
        position = step.position
        const { position: after, wait } = step
        if (wait) return wait.then(() => advance(chunk, view, after))
      } else if (state === 'headers') position = readHeaders(view, position)
      else if (state === 'boundary') position = readMark(view, position)
      else if (state === 'start') position = readStart(view, position)
      else return undefined
    }
    return undefined
  }

  /** The first boundary, which may follow empty lines. */
  function readStart(view: Buffer, position: number): number {
    const length = matchLength(view, position)
    matched += length
    const next = position + length
    if (matched === delimiter.length) state = 'boundary'
    else if (next < view.length) {
      if (matched !== lineEnd.length) throw new MalformedForm('the form does not begin with its boundary')
      matched = 0
    }
    return next
  }

  /** Two bytes follow a boundary: a line end before another part, or two dashes at the end of the form. */
  function readMark(view: Buffer, position: number): number {
    const byte = view[position]
    if (mark === undefined) {
      mark = byte
      if (byte === CR || byte === DASH) return position + 1
    } else if (mark === CR && byte === LF) {
      mark = undefined
      headersLength = lineEnd.copy(headers)
      state = 'headers'
      return position + 1
    } else if (mark === DASH && byte === DASH) {
      state = 'epilogue'
      return position + 1
    }
    throw new MalformedForm('a boundary is followed by something else on its line')
  }

  function readHeaders(view: Buffer, position: number): number {
    const copied = view.copy(headers, headersLength, position)
    const seen = headersLength + copied
    const end = headers
      .subarray(0, seen)
      .indexOf(headersEnd, Math.max(0, headersLength - headersEnd.length + 1))
    if (end === -1) {
      if (seen === headers.length) throw new MalformedForm('the headers of a part are too long')
      headersLength = seen
      return position + copied
    }
    // guard: number of parts -> src/server/platform/http/forms/multipart-parser.test.ts
    if (++parts > limits.parts) throw new FormTooLarge('the form has too many parts')
    sink = handlers.part(readPartHeaders(headers.subarray(lineEnd.length, end)))
    matched = lineEnd.length
    kept = 0
    state = 'content'
    return position + end + headersEnd.length - headersLength
  }

  /** One step in content: hands over at most one chunk, or ends the part. */
  function readContent(chunk: Uint8Array, view: Buffer, position: number, sink: PartSink) {
    if (matched > 0) {
      const length = matchLength(view, position)
      if (matched + length === delimiter.length) {
        if (kept < matched) throw new MalformedForm('a part ends right after its headers')
        return endPart(position + length, sink)
      }
      if (position + length === view.length) {
        matched += length
        kept += length
        return { position: view.length, wait: undefined }
      }
      const looksOnly = Uint8Array.from(delimiter.subarray(matched - kept, matched))
      matched = 0
      kept = 0
      if (looksOnly.length > 0) return { position, wait: sink.write(looksOnly) }
    }
    const found = findDelimiter(view, position)
    if (found === position) return endPart(position + delimiter.length, sink)
    const end = found === -1 ? delimiterStart(view, position) : found
    if (found === -1) {
      matched = view.length - end
      kept = matched
    }
    const next = found === -1 ? view.length : found
    if (end === position) return { position: next, wait: undefined }
    const whole = position === 0 && end === view.length
    return { position: next, wait: sink.write(whole ? chunk : chunk.subarray(position, end)) }
  }

  function endPart(position: number, ended: PartSink) {
    state = 'boundary'
    sink = undefined
    return { position, wait: ended.end() }
  }

  /** How many bytes from a position on continue the delimiter after the part of it already matched. */
  function matchLength(view: Buffer, position: number): number {
    const most = Math.min(delimiter.length - matched, view.length - position)
    let length = 0
    while (length < most && view[position + length] === delimiter[matched + length]) length++
    return length
  }

  /**
   * Index of the bytes that may become a delimiter with the next chunk; the view's length if there are none. Only the last CR
   * can begin one, since a delimiter has one CR, its first byte.
   */
  function delimiterStart(view: Buffer, position: number): number {
    const first = Math.max(position, view.length - delimiter.length + 1)
    let start = view.length - 1
    while (start >= first && view[start] !== CR) start--
    if (start < first) return view.length
    return delimiter.compare(view, start, view.length, 0, view.length - start) === 0 ? start : view.length
  }
}

function asBuffer(chunk: Uint8Array): Buffer {
  return Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
}
