import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { openSealedBlob, type SealedBlob } from '../sealed-blob.ts'
import { uploadLife } from './create-upload.ts'
import type { OpenUpload } from './find-upload.ts'

/** Plaintext bytes after which a piece is made durable and another begun: what a crash can cost a sender. */
const segmentLength = 128 * 1024 * 1024
/** More takings-up than any real connection needs. */
const maxSegments = 10_000

/** Adds to an upload, in pieces that become durable one after the other. */
export type SegmentWriter = {
  write(piece: Uint8Array): Promise<void> | undefined
  /** Makes durable what was written, and moves the upload's offset. */
  flush(): Promise<void>
  /** Drops what is not durable. */
  abort(): Promise<void>
}

/** @param inOne whether nothing may become durable before `flush`, because all of it may turn out to be wrong */
export function createSegmentWriter(services: Services, upload: OpenUpload, inOne: boolean): SegmentWriter {
  let offset = upload.received
  let blob: SealedBlob | undefined

  async function flush() {
    const ending = blob
    if (!ending) return
    blob = undefined
    try {
      await ending.end()
      await ending.commit()
      await addSegment(services, upload, offset, ending)
      offset += ending.size
    } catch (error) {
      await ending.abort()
      throw error
    }
  }
  async function begin(piece: Uint8Array) {
    blob = await openSealedBlob(services.blobs, upload.fileKey, upload.fileId)
    await blob.write(piece)
  }
  return {
    write(piece) {
      if (!blob) return begin(piece)
      const wait = blob.write(piece)
      return inOne || blob.size < segmentLength ? wait : Promise.resolve(wait).then(flush)
    },
    flush,
    async abort() {
      await blob?.abort()
      blob = undefined
    },
  }
}

/** Enters a durable blob as the next piece, if the upload still stands at `offset`. */
export async function addSegment(
  { database, clock }: Services,
  { idHash, fileId }: OpenUpload,
  offset: number,
  { blobId, size }: SealedBlob,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const moved = await transaction
      .updateTable('resumable_uploads')
      .set({ received: offset + size, expires_at: clock.now() + uploadLife })
      .where('id_hash', '=', idHash)
      .where('received', '=', offset)
      .where('outcome', 'is', null)
      .executeTakeFirst()
    if (Number(moved.numUpdatedRows) === 0) throw new Failure('UPLOAD_OFFSET_MISMATCH')
    const { last } = await transaction
      .selectFrom('pieces')
      .select(({ fn }) => fn.max<number | null>('position').as('last'))
      .where('file_id', '=', fileId)
      .executeTakeFirstOrThrow()
    const position = last === null ? 0 : Number(last) + 1
    if (position >= maxSegments)
      throw new Failure('VALIDATION_ERROR', { details: 'the upload has too many pieces' })
    await transaction
      .insertInto('pieces')
      .values({ file_id: fileId, position, blob_id: blobId.toString('hex'), size })
      .execute()
  })
}
