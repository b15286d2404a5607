import type { CompletedPart } from '@aws-sdk/client-s3'
import { releaseBuffer } from '../../buffers/release-buffer.ts'
import { type BlobStage, BlobStoreFailure } from '../blob-store.ts'
import { PieceQueue } from '../chunk-queue.ts'
import { objectOf, type S3Bucket, s3Failure } from './s3-bucket.ts'

/** All parts but the last have this size; 10 000 parts, which is the most, make 78 GiB. */
const partSize = 8 * 1024 * 1024
/** One part on its way and one that fills. */
const maxWaiting = 2 * partSize

/**
 * A multipart upload that the commit completes; what is smaller than a part is kept in memory and put by the
 * commit. S3 shows nothing of either before that. One part is on its way at a time, and an abort waits for
 * it, because a part that arrives after the abort would stay and cost.
 * @throws RangeError for a bad id.
 */
export function openS3Stage(bucket: S3Bucket, id: string): BlobStage {
  const { s3 } = bucket
  const object = objectOf(bucket, id)
  const queue = new PieceQueue(() => maxWaiting)
  const parts: CompletedPart[] = []
  let uploadId: string | undefined
  let uploading: Promise<void> | undefined
  let ended = false
  let small: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  let committing: Promise<void> | undefined
  let discarding: Promise<void> | undefined
  let committed = false

  async function uploadParts(): Promise<void> {
    try {
      while (queue.bytes >= partSize || (ended && queue.bytes > 0)) {
        uploadId ??= await beginUpload()
        if (queue.failure) break
        await uploadPart(uploadId, queue.takeBytes(partSize))
      }
    } catch (error) {
      queue.fail(s3Failure('upload', error))
    } finally {
      uploading = undefined
    }
  }

  async function beginUpload(): Promise<string> {
    const { UploadId } = await s3.createMultipartUpload(object)
    if (!UploadId) throw new BlobStoreFailure('The S3 store began an upload without a name.')
    return UploadId
  }

  async function uploadPart(upload: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    const size = body.byteLength
    const PartNumber = parts.length + 1
    const { ETag } = await s3.uploadPart({ ...object, UploadId: upload, PartNumber, Body: body })
    parts.push({ ETag, PartNumber })
    releaseBuffer(body)
    if (!queue.failure) queue.stored(size)
  }

  async function commit(): Promise<void> {
    if (queue.failure) throw queue.failure
    try {
      if (uploadId === undefined) await s3.putObject({ ...object, Body: small })
      else {
        await s3.completeMultipartUpload({ ...object, UploadId: uploadId, MultipartUpload: { Parts: parts } })
      }
      committed = true
    } catch (error) {
      throw s3Failure('commit', error)
    }
    releaseBuffer(small)
  }

  async function discard(): Promise<void> {
    await committing?.catch(() => {})
    if (committed) return
    queue.fail(new BlobStoreFailure('The stage was aborted.'))
    await uploading
    await Promise.allSettled([
      uploadId && s3.abortMultipartUpload({ ...object, UploadId: uploadId }),
      // A commit that failed may have gone through all the same.
      committing && s3.deleteObject(object),
    ])
    releaseBuffer(small)
  }

  return {
    write(piece) {
      const room = queue.add(piece)
      if (!uploading && queue.bytes >= partSize) uploading = uploadParts()
      return room
    },
    async end() {
      await uploading
      ended = true
      if (uploadId === undefined) small = queue.takeBytes(queue.bytes)
      else if (queue.bytes > 0) {
        uploading = uploadParts()
        await uploading
      }
      if (queue.failure) throw queue.failure
    },
    commit() {
      committing ??= commit()
      return committing
    },
    abort() {
      discarding ??= discard()
      return discarding
    },
  }
}
