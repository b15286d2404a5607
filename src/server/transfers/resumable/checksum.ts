import { createHash, type Hash } from 'node:crypto'
import { Failure } from '#server/platform/failure.ts'

/** Algorithms that an Upload-Checksum header may name (tus 1.0.0, extension checksum). */
export const checksumAlgorithms = ['sha256', 'sha1', 'sha512', 'md5'] as const

export type Checksum = { readonly hash: Hash; readonly expected: Buffer }

/** Reads `algorithm base64`. @throws Failure VALIDATION_ERROR for an unknown algorithm */
export function readChecksum(header: string | undefined): Checksum | undefined {
  if (header === undefined) return undefined
  const [name, value = ''] = header.split(' ')
  const algorithm = checksumAlgorithms.find((known) => known === name)
  if (!algorithm) throw new Failure('VALIDATION_ERROR', { details: 'Upload-Checksum: unknown algorithm' })
  return { hash: createHash(algorithm), expected: Buffer.from(value, 'base64') }
}

/** @throws Failure UPLOAD_CHECKSUM_MISMATCH */
export function verifyChecksum({ hash, expected }: Checksum): void {
  if (!hash.digest().equals(expected)) throw new Failure('UPLOAD_CHECKSUM_MISMATCH')
}
