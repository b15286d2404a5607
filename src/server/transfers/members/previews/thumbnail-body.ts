import { deriveFileKey } from '#crypto/keys/transfer-key.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDamage } from '../../content/damaged-blobs.ts'
import { openBytes, type ReadBytes } from '../../content/open-content.ts'
import { findSegments, type StoredSegment } from '../../model/transfers-table.ts'
import type { OpenedTransfer } from '../open-members.ts'
import type { Body } from '../send-bytes.ts'
import { previewHeaders } from './preview-headers.ts'

/**
 * The small picture that the sender made of a member.
 * @throws Failure MEMBER_NOT_FOUND, NO_PREVIEW where there is none and for what the scanner could not look into
 */
export async function thumbnailBody(
  services: Services,
  { file, transferKey, members }: OpenedTransfer,
  n: number,
): Promise<Body> {
  const { line, fileId } = await members.find(n)
  if (!line.thumbnail || file.scan === 'unscanned') throw new Failure('NO_PREVIEW')
  const [start, length] = line.thumbnail
  const segments = await findSegments(services.database, fileId, 'thumbnails')
  const read = await openPart(services, fileId, segments, deriveFileKey(transferKey, fileId))
  const headers = { ...previewHeaders, 'content-type': 'image/webp' }
  return { chunks: read(start, start + length), length, headers }
}

async function openPart(
  services: Services,
  fileId: string,
  segments: readonly StoredSegment[],
  fileKey: Uint8Array,
): Promise<ReadBytes> {
  try {
    return await openBytes(services.blobs, { fileId, segments }, fileKey)
  } catch (error) {
    await recordDamage(services, error)
    throw error
  }
}
