export type RealS3 = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * Addresses of the real services that tests/real-services uses; its run.sh starts them and sets the variables. A missing one
 * fails the test that needs it.
 */
export function realS3(): RealS3 {
  return {
    endpoint: required('S3_TEST_ENDPOINT'),
    bucket: required('S3_TEST_BUCKET'),
    region: required('S3_TEST_REGION'),
    accessKeyId: required('S3_TEST_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_TEST_SECRET_ACCESS_KEY'),
  }
}

/** The same service for a user who may keep no more than 1 MiB. */
export function realS3WithoutRoom(): RealS3 {
  return {
    ...realS3(),
    bucket: `${required('S3_TEST_BUCKET')}-full`,
    accessKeyId: required('S3_TEST_FULL_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_TEST_FULL_SECRET_ACCESS_KEY'),
  }
}

/** A clamd that knows the EICAR test file: the folder of its signatures, and where it listens. */
export function realClamd(): { database: string; host: string; port: number; path: string } {
  return {
    database: required('CLAMD_TEST_DATABASE'),
    host: '127.0.0.1',
    port: Number(required('CLAMD_TEST_PORT')),
    path: required('CLAMD_TEST_SOCKET'),
  }
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. tests/real-services/run.sh sets it.`)
  return value
}
