import { addAbortSignal, type Readable } from 'node:stream'
import { type FormPart, multipartBody, newBoundary } from '#client/multipart-body.ts'

/** A form as it is sent. */
export type FormBody = {
  readonly contentType: string
  /** Bytes in all; undefined if it holds a stream. */
  readonly size: number | undefined
  /** Files in it. */
  readonly files: readonly File[]
  /** Reads its bytes, until the signal fires. A form with a stream is read once. */
  chunks(signal: AbortSignal): AsyncIterable<Uint8Array>
}

/** A form of fields and files, which are read as they are sent. */
export function formOfFiles(fields: readonly FormPart[], parts: readonly FormPart[]): FormBody {
  const { contentType, head, tail } = multipartBody(fields, parts, newBoundary())
  const body = new Blob([...head, ...tail])
  return {
    contentType,
    size: body.size,
    files: parts.flatMap((part) => ('file' in part ? [part.file] : [])),
    chunks: () => body.stream(),
  }
}

/** A form of fields and one file, whose content comes from a stream. */
export function formOfStream(fields: readonly FormPart[], filename: string, stream: Readable): FormBody {
  const empty = new File([], filename)
  const parts = [{ name: 'file', file: empty, filename }]
  const { contentType, head, tail } = multipartBody(fields, parts, newBoundary())
  const buffers = [...head, ...tail]
  const at = buffers.indexOf(empty)
  return {
    contentType,
    size: undefined,
    files: [],
    async *chunks(signal) {
      yield* new Blob(buffers.slice(0, at)).stream()
      yield* addAbortSignal(signal, stream)
      yield* new Blob(buffers.slice(at + 1)).stream()
    },
  }
}
