import type { ByteSink } from '#server/platform/buffers/byte-sink.ts'
import { Failure } from '#server/platform/failure.ts'
import type { PartSink } from '#server/platform/http/forms/multipart-parser.ts'
import type { Intake } from './intake.ts'
import type { ThumbnailRange } from './parts/incoming-thumbnails.ts'

/** A file of a form, as its part says. */
export type FormFile = {
  readonly field: 'file' | 'files'
  readonly filename: string
  readonly mimeType: string | undefined
  /** With the folder below what was picked, such as `trip/day 2/a.txt`; the name where there is none. */
  readonly path: string
  readonly thumbnail?: ThumbnailRange | undefined
  /** When its sender says that it was modified: milliseconds since 1970. */
  readonly modified?: number | undefined
}

/** Content made of the files of a form, for the row of a file. */
export type DescribedContent = {
  readonly filename: string
  readonly mimeType: string
  /** Time of a file that came by itself; see FormFile. */
  readonly modified?: number | undefined
  readonly uploaded: number
  readonly packed: boolean
}

/** Makes the content of one file of the files of a form. */
export type IncomingContent = {
  /** @throws Failure when it takes no more, or not this one */
  add(file: FormFile): PartSink
  /** Everything has arrived. `title` is what the sender calls it. */
  end(title: string | undefined): Promise<DescribedContent>
  /** Frees what is open. */
  abort(): void
}

/** One file, stored as it is. */
export function incomingFile(intake: Intake, blob: Pick<ByteSink, 'write'>): IncomingContent {
  let described: DescribedContent | undefined
  return {
    add({ filename, mimeType, path, modified }) {
      if (described || path !== filename) throw wrongField()
      described = { filename, mimeType: plainType(mimeType), modified, uploaded: 1, packed: false }
      return intake.sink(filename, { write: (chunk) => blob.write(chunk) })
    },
    async end() {
      if (!described) throw new Error('there is no file')
      return described
    },
    abort() {},
  }
}

export function wrongField(): Failure {
  return new Failure('VALIDATION_ERROR', {
    message: 'Invalid file. Several files and folders belong in the field "files".',
  })
}

/** The media type as the sender names it, without parameters; shown to people, never sent as a content type. */
export function plainType(mimeType: string | undefined): string {
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type : 'application/octet-stream'
}
