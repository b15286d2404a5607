import type { CompletedPart } from '@aws-sdk/client-s3'
import type { Budget } from '../../buffers/budget.ts'
import { releaseBuffer } from '../../buffers/release-buffer.ts'
import { type BlobStage, BlobStoreFailure } from '../blob-store.ts'
import { ChunkQueue } from '../chunk-queue.ts'
import { objectOf, type S3Bucket, s3Failure } from './s3-bucket.ts'

/** All parts but the last have this size; 10 000 parts, the maximum, make 78 GiB. */
const partSize = 8 * 1024 * 1024

/**
 * A multipart upload that the commit completes; what is smaller than a part is kept in memory and put by the
 * commit. S3 shows nothing of either before that. One part is on its way at a time while the next fills, and an abort
 * waits for it, because a part that arrives after the abort would stay and cost.
 * @throws RangeError for a bad id.
 */
export function openS3Stage(bucket: S3Bucket, id: string, budget: Budget): BlobStage {
  const { s3, encryption } = bucket
  const object = objectOf(bucket, id)
  const queue = new ChunkQueue(budget, partSize)
  const parts: CompletedPart[] = []
  let size = 0
  let uploadId: string | undefined
  let uploading: Promise<void> | undefined
  let ended = false
  let small: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  let committing: Promise<void> | undefined
  let discarding: Promise<void> | undefined
  let committed = false

  /** Never rejects. */
  async function uploadParts(): Promise<void> {
    try {
      while (queue.waiting >= partSize || (ended && queue.waiting > 0)) {
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
    const { UploadId } = await s3.createMultipartUpload({ ...object, ...encryption })
    if (!UploadId) throw new BlobStoreFailure('The S3 store began an upload without a name.')
    return UploadId
  }

  async function uploadPart(upload: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    const bytes = body.byteLength
    const PartNumber = parts.length + 1
    try {
      const { ETag, $metadata } = await s3.uploadPart({
        ...object,
        UploadId: upload,
        PartNumber,
        Body: body,
      })
      parts.push({ ETag, PartNumber })
      size += bytes
      releaseSent(body, $metadata.attempts)
    } finally {
      queue.settle(bytes)
    }
  }

  async function commit(): Promise<void> {
    if (queue.failure) throw queue.failure
    let attempts: number | undefined
    try {
      if (uploadId === undefined) {
        const { $metadata } = await s3.putObject({ ...object, ...encryption, Body: small })
        attempts = $metadata.attempts
      } else {
        await s3.completeMultipartUpload({ ...object, UploadId: uploadId, MultipartUpload: { Parts: parts } })
      }
    } catch (error) {
      // Perhaps only the answer was lost.
      if (!(await isStored())) throw s3Failure('commit', error)
    }
    committed = true
    dropSmall(attempts)
  }

  async function isStored(): Promise<boolean> {
    try {
      return (await s3.headObject(object)).ContentLength === size + small.byteLength
    } catch {
      return false
    }
  }

  function dropSmall(attempts: number | undefined): void {
    const bytes = small.byteLength
    releaseSent(small, attempts)
    small = new Uint8Array(0)
    queue.settle(bytes)
  }

  async function discard(): Promise<void> {
    await committing?.catch(() => {})
    if (committed) return
    queue.fail(new BlobStoreFailure('The stage was aborted.'))
    await uploading
    dropSmall(committing ? undefined : 0)
    // If a commit without an answer went through after all, its object is left to the sweep.
    if (uploadId) await s3.abortMultipartUpload({ ...object, UploadId: uploadId }).catch(() => {})
  }

  return {
    write(chunk) {
      const room = queue.add(chunk)
      if (!uploading && queue.waiting >= partSize) uploading = uploadParts()
      return room
    },
    async end() {
      await uploading
      ended = true
      if (uploadId === undefined) small = queue.takeBytes(queue.waiting)
      else if (queue.waiting > 0) {
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

/**
 * Frees what was sent once, or never. A service may refuse a body that it has not read, and its connection goes on reading
 * that memory while another attempt succeeds: it is left to the garbage collector.
 */
function releaseSent(body: Uint8Array, attempts: number | undefined): void {
  if (attempts !== undefined && attempts <= 1) releaseBuffer(body)
}
