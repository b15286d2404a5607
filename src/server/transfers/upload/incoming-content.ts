import type { PartSink } from '#server/platform/http/forms/multipart-parser.ts'
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
  /** Whether its sender has sealed it. */
  readonly isSealed?: boolean
  /** Everything has arrived. `title` is what the sender calls it. */
  end(title: string | undefined): Promise<DescribedContent>
  /** Frees what is open. */
  abort(): void
}
