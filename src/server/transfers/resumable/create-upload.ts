import { newFileKey, sealUploadSlot } from '#crypto/file-key.ts'
import { newId, sha256 } from '#crypto/random-id.ts'
import { sealMessage } from '#crypto/seal-message.ts'
import type { Services } from '#server/platform/services.ts'
import { checkMailLimits } from '../consume-mail-limits.ts'
import { dayOf, obtainDayKey } from '../day-keys.ts'
import { recipientsOf, validateSizes } from '../file-policy.ts'
import { ensureSpace } from '../upload/ensure-space.ts'
import { findSizeLimits, type Sender } from '../upload/sender.ts'
import { metadataContext } from './find-upload.ts'
import type { UploadDescription, UploadKind } from './upload-metadata.ts'

/** How long nobody has to go on with an upload before it is swept, in milliseconds. */
export const uploadLife = 24 * 60 * 60_000

/**
 * Creates an upload of `length` bytes. Who holds the returned id may go on with it; the table keeps its hash only, and
 * what the sender said sealed.
 * @throws Failure FILE_TOO_LARGE, TRANSFER_TOO_LARGE, STORAGE_QUOTA_EXCEEDED, STORAGE_FULL, RATE_LIMITED
 */
export async function createUpload(
  services: Services,
  sender: Sender,
  kind: UploadKind,
  length: number,
): Promise<{ id: string; expiresAt: number }> {
  const isFile = kind.type === 'file'
  validateSizes({ file: isFile ? length : 0, transfer: length }, await findSizeLimits(services, sender))
  if (isFile) await checkMailLimits(services, sender, recipientsOf(kind.options.emails))
  await ensureSpace(services, length)
  const id = newId()
  const fileId = newId()
  const fileKey = newFileKey()
  const expiresAt = services.clock.now() + uploadLife
  const day = dayOf(expiresAt)
  const dayKey = await obtainDayKey(services, day)
  const { userId, address } = sender
  const description: UploadDescription = { sender: { userId, address }, kind }
  const plain = Buffer.from(JSON.stringify(description), 'utf8')
  await services.database
    .insertInto('resumable_uploads')
    .values({
      id_hash: sha256(id),
      file_id: fileId,
      owner_id: userId,
      length,
      received: 0,
      metadata: sealMessage(fileKey, metadataContext(fileId), plain),
      sealed_key: sealUploadSlot(fileKey, dayKey, Buffer.from(id, 'base64url'), fileId),
      key_day: day,
      outcome: null,
      expires_at: expiresAt,
    })
    .execute()
  return { id, expiresAt }
}
