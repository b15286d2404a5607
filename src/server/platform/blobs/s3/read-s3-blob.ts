import { Readable } from 'node:stream'
import { BlobNotFound, BlobStoreFailure } from '../blob-store.ts'
import { objectOf, type S3Bucket, s3ErrorCode, s3Failure } from './s3-bucket.ts'

/**
 * Reads bytes `start` to `end` of an object, which must not be an empty range, as the network brings them.
 * @throws BlobNotFound when there is no such object, BlobStoreFailure for anything else.
 */
export async function* readS3Blob(
  bucket: S3Bucket,
  id: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const body = await openBody(bucket, id, `bytes=${start}-${end - 1}`)
  if (!body) return
  try {
    for await (const chunk of body) {
      if (!ownsItsBytes(chunk)) throw new BlobStoreFailure('The S3 store sent something other than bytes.')
      yield chunk
    }
  } catch (error) {
    throw s3Failure('read', error)
  } finally {
    body.destroy()
  }
}

/** Undefined when the object ends before the range begins. */
async function openBody(bucket: S3Bucket, id: string, range: string): Promise<Readable | undefined> {
  const object = objectOf(bucket, id)
  try {
    const { Body } = await bucket.s3.getObject({ ...object, Range: range })
    if (Body instanceof Readable) return Body
  } catch (error) {
    const code = s3ErrorCode(error)
    if (code === 'InvalidRange') return undefined
    throw code === 'NoSuchKey' ? new BlobNotFound() : s3Failure('read', error)
  }
  throw new BlobStoreFailure('The S3 store sent no body.')
}

function ownsItsBytes(chunk: unknown): chunk is Uint8Array<ArrayBuffer> {
  return chunk instanceof Uint8Array && chunk.buffer instanceof ArrayBuffer
}
