import type { ListMultipartUploadsCommandOutput, ServerSideEncryption } from '@aws-sdk/client-s3'
import type { Budget } from '../../buffers/budget.ts'
import {
  BlobNotFound,
  type BlobStore,
  BlobStoreFailure,
  readIdentityText,
  requireBlobId,
} from '../blob-store.ts'
import { readS3Blob } from './read-s3-blob.ts'
import {
  blobPrefix,
  identityObject,
  objectOf,
  readKey,
  type S3Bucket,
  s3ErrorCode,
  s3Failure,
} from './s3-bucket.ts'
import { openS3Stage } from './s3-stage.ts'

/** Long enough for one part on a slow line, in ms; without it a silent service would hold a transfer for ever. */
const stallTimeoutMs = 120_000
/** Every download holds a connection, so that the client's own limit of 50 would make the others wait. */
const maxConnections = 1_000

type S3Options = {
  bucket: string
  /** Address of the service when it is not the region's own. */
  endpoint: string | undefined
  region: string
  /** Both keys; the credentials that the library finds on the machine without them. */
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  /** Beginning of the keys, without a slash at its end. */
  prefix?: string | undefined
  /** Place of the bucket in addresses: the path with an endpoint, and before the host without one, unless told. */
  addressing?: 'path' | 'virtual' | undefined
  /** Encryption to ask the service for; none unless told. */
  encryption?: ServerSideEncryption | undefined
  /** For the parts that fill or are on their way. */
  budget: Budget
}

/** Keeps blobs as objects under `blobs/` in a bucket. The client library is loaded by this call. */
export async function openS3BlobStore(options: S3Options): Promise<BlobStore> {
  const { S3 } = await import('@aws-sdk/client-s3')
  const { accessKeyId, secretAccessKey, endpoint, prefix, addressing, encryption } = options
  const s3 = new S3({
    region: options.region,
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    ...(endpoint === undefined ? {} : { endpoint }),
    forcePathStyle: addressing === undefined ? endpoint !== undefined : addressing === 'path',
    // Not every service knows the newer checksums; sealed bytes are verified when they are opened.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 10_000,
      requestTimeout: stallTimeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: stallTimeoutMs,
      httpAgent: { keepAlive: true, maxSockets: maxConnections },
      httpsAgent: { keepAlive: true, maxSockets: maxConnections },
    },
  })
  const bucket: S3Bucket = {
    s3,
    name: options.bucket,
    prefix: prefix === undefined ? '' : `${prefix}/`,
    encryption: encryption === undefined ? {} : { ServerSideEncryption: encryption },
  }

  async function check(): Promise<void> {
    await s3.headBucket({ Bucket: bucket.name }).catch((error: unknown) => {
      throw s3Failure('reach its bucket', error)
    })
  }

  async function size(id: string): Promise<number> {
    const object = objectOf(bucket, id)
    try {
      const { ContentLength } = await s3.headObject(object)
      if (ContentLength !== undefined) return ContentLength
    } catch (error) {
      if (s3ErrorCode(error) !== 'NotFound') throw s3Failure('look at a blob', error)
      await check() // a missing bucket answers the same
      throw new BlobNotFound()
    }
    throw new BlobStoreFailure('The S3 store did not say how large a blob is.')
  }

  async function* read(
    id: string,
    start: number,
    end: number,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    if (start < end) yield* readS3Blob(bucket, id, start, end)
    else await size(id)
  }

  return {
    name: 's3',
    stage: async (id) => openS3Stage(bucket, id, options.budget),
    read,
    size,
    freeSpace: async () => Number.POSITIVE_INFINITY,
    async remove(id) {
      const object = objectOf(bucket, id)
      await s3.deleteObject(object).catch((error: unknown) => {
        throw s3Failure('remove', error)
      })
    },
    list: (before) => listBlobs(bucket, before),
    sweepStages: (before) => sweepUploads(bucket, before),
    check,
    readIdentity: () => readIdentity(bucket),
    writeIdentity: (identity, replace = false) => writeIdentity(bucket, identity, replace),
  }
}

async function readIdentity(bucket: S3Bucket): Promise<string | undefined> {
  try {
    const { Body } = await bucket.s3.getObject({ ...identityObject(bucket), Range: 'bytes=0-99' })
    return readIdentityText((await Body?.transformToString('latin1')) ?? '')
  } catch (error) {
    if (s3ErrorCode(error) === 'NoSuchKey') return undefined
    throw s3Failure('read its identity', error)
  }
}

async function writeIdentity(bucket: S3Bucket, identity: string, replace: boolean): Promise<void> {
  requireBlobId(identity)
  try {
    await bucket.s3.putObject({
      ...identityObject(bucket),
      ...bucket.encryption,
      Body: identity,
      ...(replace ? {} : { IfNoneMatch: '*' }),
    })
  } catch (error) {
    const code = s3ErrorCode(error)
    // Some services know no conditions; claimStore reads the identity back afterwards.
    if (code === 'NotImplemented' && !replace) return writeIdentity(bucket, identity, true)
    if (code !== 'PreconditionFailed') throw s3Failure('write its identity', error)
  }
}

async function* listBlobs(bucket: S3Bucket, before: number): AsyncGenerator<string, void> {
  let ContinuationToken: string | undefined
  do {
    const page = await bucket.s3
      .listObjectsV2({ Bucket: bucket.name, Prefix: blobPrefix(bucket), ContinuationToken })
      .catch((error: unknown) => {
        throw s3Failure('list', error)
      })
    for (const { Key = '', LastModified } of page.Contents ?? []) {
      const id = readKey(bucket, Key)
      if (id && LastModified && LastModified.getTime() < before) yield id
    }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}

/** S3 records when an upload began, not when it last moved: none is cut off before this, in milliseconds. */
const maxUpload = 24 * 60 * 60 * 1000

/** Compares dates of the store's clock with that clock, which the client tracks: ours may be wrong. */
async function sweepUploads(bucket: S3Bucket, before: number): Promise<number> {
  const { s3, name } = bucket
  let swept = 0
  let KeyMarker: string | undefined
  let UploadIdMarker: string | undefined
  try {
    do {
      const page: ListMultipartUploadsCommandOutput = await s3.listMultipartUploads({
        Bucket: name,
        Prefix: blobPrefix(bucket),
        KeyMarker,
        UploadIdMarker,
      })
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        const oldest = before + s3.config.systemClockOffset - maxUpload
        if (!Key || !readKey(bucket, Key) || !Initiated || Initiated.getTime() >= oldest) continue
        await s3.abortMultipartUpload({ Bucket: name, Key, UploadId })
        swept += 1
      }
      KeyMarker = page.IsTruncated ? page.NextKeyMarker : undefined
      UploadIdMarker = page.NextUploadIdMarker
    } while (KeyMarker)
  } catch (error) {
    throw s3Failure('sweep', error)
  }
  return swept
}
