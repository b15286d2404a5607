import { thumbnailLimits } from '#contract/transfers/limits.ts'
import { joinOwned } from '#server/platform/buffers/join-owned.ts'
import { Failure } from '#server/platform/failure.ts'
import type { PartSink } from '#server/platform/http/forms/multipart-parser.ts'
import type { StoredSegment } from '../../model/transfers-table.ts'
import type { IncomingPart } from './incoming-part.ts'
import { isThumbnail } from './is-thumbnail.ts'

/** Bytes of a thumbnail among those of its transfer: its first one, and how many there are. */
export type ThumbnailRange = readonly [start: number, length: number]

/** The thumbnails of a form. Each comes before its file; of several for one name the first belongs to the first file. */
type IncomingThumbnails = {
  /** @throws Failure FORM_TOO_LARGE; VALIDATION_ERROR from the sink, for what is no small WebP picture */
  take(filename: string): PartSink
  /** The thumbnail of the next file of this name. */
  of(filename: string): ThumbnailRange | undefined
  /**
   * Makes those durable that belong to what was sent: a file by itself has no index that says which of several is its own.
   * @throws BlobStoreFailure
   */
  commit(packed: boolean): Promise<StoredSegment[]>
}

/** @param part takes the pictures one after the other */
export function incomingThumbnails(part: IncomingPart): IncomingThumbnails {
  const waiting = new Map<string, ThumbnailRange[]>()
  let count = 0
  /** Thumbnail of the most recent file. */
  let latest: ThumbnailRange | undefined
  return {
    take(filename) {
      count += 1
      if (count > thumbnailLimits.count)
        throw new Failure('FORM_TOO_LARGE', { details: 'there are too many thumbnails' })
      const chunks: Uint8Array[] = []
      let length = 0
      return {
        write(chunk) {
          length += chunk.length
          if (length > thumbnailLimits.bytes) throw refusal('a thumbnail is too large')
          // guard: a thumbnail is kept, not a view of what is freed -> tests/http/uploads/thumbnails.test.ts "in order and go with them"
          //   Uint8Array.from(chunk) becomes chunk
          chunks.push(Uint8Array.from(chunk))
          return undefined
        },
        end() {
          const picture = joinOwned(chunks)
          if (!isThumbnail(picture)) throw refusal('a thumbnail is no small WebP picture')
          waiting.set(filename, [...(waiting.get(filename) ?? []), [part.size, picture.length]])
          return part.add(picture)
        },
      }
    },
    of(filename) {
      latest = waiting.get(filename)?.shift()
      return latest
    },
    async commit(packed) {
      if (packed ? part.size > 0 : latest?.[1] === part.size) return [await part.commit()]
      await part.abort()
      return []
    },
  }
}

function refusal(problem: string): Failure {
  return new Failure('VALIDATION_ERROR', { details: `thumbnail: ${problem}` })
}
