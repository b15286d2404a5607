import type { S3, ServerSideEncryption } from '@aws-sdk/client-s3'
import { BlobStoreFailure, isBlobId, requireBlobId } from '../blob-store.ts'

/** Bucket and the client that speaks to it. */
export type S3Bucket = {
  readonly s3: S3
  readonly name: string
  /** Beginning of all keys: empty, or with a slash at its end. */
  readonly prefix: string
  /** Encryption to ask for with each new object. */
  readonly encryption: { readonly ServerSideEncryption?: ServerSideEncryption }
}

/** Beginning of the keys of blobs, which keeps them apart from whatever else lives in the bucket. */
export function blobPrefix({ prefix }: S3Bucket): string {
  return `${prefix}blobs/`
}

/** Object beside the blobs with the identity of the service that they belong to. */
export function identityObject({ name, prefix }: S3Bucket): { Bucket: string; Key: string } {
  return { Bucket: name, Key: `${prefix}restante-identity` }
}

/** Bucket and key of a blob, for a call of the client. @throws RangeError for a bad id */
export function objectOf(bucket: S3Bucket, id: string): { Bucket: string; Key: string } {
  requireBlobId(id)
  return { Bucket: bucket.name, Key: blobPrefix(bucket) + id }
}

/** The id behind a key under our prefix, or undefined for an object that is not ours. */
export function readKey(bucket: S3Bucket, key: string): string | undefined {
  const beginning = blobPrefix(bucket)
  const id = key.slice(beginning.length)
  return key.startsWith(beginning) && isBlobId(id) ? id : undefined
}

/** The service's code for what went wrong, such as NoSuchKey, or the system's, such as ECONNREFUSED. */
export function s3ErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return /^\w{1,60}$/.test(code) ? code : 'unknown error'
}

/** Codes of Ceph, MinIO and others for a full bucket. */
const fullCodes = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'])

/**
 * Converts an error of the client to the port's failure. The error itself is left out, since it may hold the signed request.
 * One that is already a failure stays as it is.
 */
export function s3Failure(doing: string, error: unknown): BlobStoreFailure {
  if (error instanceof BlobStoreFailure) return error
  const code = s3ErrorCode(error)
  return new BlobStoreFailure(`The S3 store could not ${doing}: ${code}.`, { full: fullCodes.has(code) })
}
