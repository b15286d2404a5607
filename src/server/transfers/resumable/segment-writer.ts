import { MIB } from '#contract/transfers/limits.ts'
import { blobLength } from '#crypto/content/blob-header.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { openSealedBlob, type SealedBlob } from '../content/sealed-blob.ts'
import { insertSegments } from '../model/transfers-table.ts'
import { holdLife } from '../upload/claims/free-space.ts'
import type { OpenUpload } from './find-upload.ts'

/**
 * Plaintext bytes after which a segment is made durable and another begun: what a crash can cost a sender. The first ones are
 * short, so that little is lost of a short upload; later ones grow, so that a long one has few.
 */
const segmentLengths = { first: 8 * MIB, max: 32 * MIB }
/** More than any real connection needs. */
const maxSegments = 10_000

/** Adds to an upload, in segments that become durable one after the other. */
type SegmentWriter = {
  write(chunk: Uint8Array): Promise<void> | undefined
  /** Makes durable what was written, and moves the upload's offset. */
  flush(): Promise<void>
  /** Drops what is not durable. */
  abort(): Promise<void>
}

/** @param inOne whether nothing may become durable before `flush`, because all of it may turn out to be wrong */
export async function createSegmentWriter(
  services: Services,
  upload: OpenUpload,
  inOne: boolean,
): Promise<SegmentWriter> {
  let offset = upload.received
  let position = await nextPosition(services, upload.fileId)
  let blob: SealedBlob | undefined

  async function flush() {
    const ending = blob
    if (!ending) return
    blob = undefined
    try {
      await ending.end()
      await ending.commit()
    } catch (error) {
      await ending.abort()
      throw error
    }
    await storeSegment(services, upload, { offset, position, blob: ending })
    offset += ending.size
    position += 1
  }
  async function begin(chunk: Uint8Array) {
    if (position >= maxSegments)
      throw new Failure('VALIDATION_ERROR', { details: 'the upload has too many segments' })
    blob = await openSealedBlob(services.blobs.default, upload.fileKey, { fileId: upload.fileId, position })
    await blob.write(chunk)
  }
  return {
    write(chunk) {
      if (!blob) return begin(chunk)
      const wait = blob.write(chunk)
      return inOne || blob.size < lengthOf(offset) ? wait : Promise.resolve(wait).then(flush)
    },
    flush,
    async abort() {
      await blob?.abort()
      blob = undefined
    },
  }
}

/** How long the segment at an offset becomes: an eighth of what is there already. */
function lengthOf(offset: number): number {
  return Math.min(segmentLengths.max, Math.max(segmentLengths.first, offset / 8))
}

async function nextPosition({ database }: Services, fileId: string): Promise<number> {
  const { last } = await database
    .selectFrom('segments')
    .select(({ fn }) => fn.max<number | null>('position').as('last'))
    .where('file_id', '=', fileId)
    .where('part', '=', 'content')
    .executeTakeFirstOrThrow()
  return last === null ? 0 : Number(last) + 1
}

type NewSegment = { readonly offset: number; readonly position: number; readonly blob: SealedBlob }

/**
 * Enters a durable blob as the next segment. A blob whose entry is unknown is left to the sweep.
 * @throws Failure UPLOAD_OFFSET_MISMATCH when the upload is no longer at `offset`, or was ended
 */
export async function storeSegment(
  services: Services,
  upload: OpenUpload,
  { offset, position, blob }: NewSegment,
): Promise<void> {
  const { database, clock, blobs } = services
  const { size } = blob
  try {
    await transact(database, async (transaction) => {
      const moved = await transaction
        .updateTable('uploads')
        .set({ received: offset + size })
        .where('id_hash', '=', upload.idHash)
        // guard: offset of a segment -> tests/http/uploads/upload-claims.test.ts "segment at an offset"
        .where('received', '=', offset)
        // guard: no segment after the outcome -> tests/http/uploads/upload-claims.test.ts "segment after the outcome"
        .where('outcome', 'is', null)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
      if (Number(moved.numUpdatedRows) === 0) throw new Failure('UPLOAD_OFFSET_MISMATCH')
      await transaction
        .updateTable('upload_claims')
        .set({ stored: offset + size, held_until: clock.now() + holdLife })
        .where('id', '=', upload.transferId)
        .execute()
      const segment = {
        file_id: upload.fileId,
        part: 'content' as const,
        position,
        blob_id: blob.blobId.toString('hex'),
        size,
        store: blobs.default.name,
        sealed_size: blobLength(size),
      }
      await insertSegments(transaction, [segment], clock.now())
    })
  } catch (error) {
    if (error instanceof Failure) await blob.remove()
    throw error
  }
}
