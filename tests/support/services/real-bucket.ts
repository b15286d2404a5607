import { randomBytes } from 'node:crypto'
import { S3 } from '@aws-sdk/client-s3'
import { realS3 } from './real-services.ts'
import { s3Environment } from './s3-faults.ts'

/** A new bucket of the real S3 service, as a server is told of it. */
export async function newBucket(): Promise<Record<string, string>> {
  const { endpoint, region, accessKeyId, secretAccessKey } = realS3()
  const bucket = `restante-test-${randomBytes(6).toString('hex')}`
  const s3 = new S3({ endpoint, region, forcePathStyle: true, credentials: { accessKeyId, secretAccessKey } })
  await s3.createBucket({ Bucket: bucket })
  s3.destroy()
  return s3Environment({ ...realS3(), bucket }, endpoint)
}
