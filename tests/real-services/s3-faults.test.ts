import { S3 } from '@aws-sdk/client-s3'
import { s3FaultSuite } from '#tests/contracts/s3-faults.suite.ts'
import { realS3 } from '#tests/support/services/real-services.ts'

let buckets = 0

s3FaultSuite(
  'real S3 service',
  async () => {
    const settings = realS3()
    const { endpoint, region, accessKeyId, secretAccessKey } = settings
    buckets += 1
    const bucket = `${settings.bucket}-faults-${buckets}`
    const inspector = new S3({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    })
    await inspector.createBucket({ Bucket: bucket })
    return {
      settings: { ...settings, bucket },
      async countBlobs() {
        const { Contents = [] } = await inspector.listObjectsV2({ Bucket: bucket, Prefix: 'blobs/' })
        return Contents.length
      },
      async countUploads() {
        const { Uploads = [] } = await inspector.listMultipartUploads({ Bucket: bucket })
        return Uploads.length
      },
      close: async () => inspector.destroy(),
    }
  },
  60_000,
)
