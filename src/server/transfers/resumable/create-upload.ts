import { sealMessage } from '#crypto/content/seal-message.ts'
import { deriveMetadataKey, newTransferKey, sealUploadSlot } from '#crypto/keys/transfer-key.ts'
import { newId, sha256 } from '#crypto/random-id.ts'
import { userIdOf } from '#server/identity/principals/principal.ts'
import type { Services } from '#server/platform/services.ts'
import { dayOf, obtainDayKey } from '../keys/day-keys.ts'
import { checkMails } from '../links/mail-limits.ts'
import { findSizeLimits, type Sender, type SizeLimits } from '../upload/sender.ts'
import { insertClaim } from '../upload/upload-claims.ts'
import { recipientsOf, validateSizes } from '../upload/upload-options.ts'
import { metadataContext } from './find-upload.ts'
import type { UploadDescription, UploadKind, UploadTarget } from './upload-metadata.ts'

/** How long after its creation an upload may be continued before it is swept, in milliseconds. */
export const uploadLife = 24 * 60 * 60_000

/** A transfer that gets one more file: the upload is sealed with its key from the start. */
export type AddingTo = {
  readonly target: UploadTarget
  readonly transferKey: Uint8Array
  readonly limits: SizeLimits
}

/**
 * Creates an upload of `length` bytes, which are claimed from now on. The returned id authorises its holder to continue; the
 * table keeps its hash only, and what the sender said sealed.
 * @throws Failure FILE_TOO_LARGE, TRANSFER_TOO_LARGE, STORAGE_QUOTA_EXCEEDED, STORAGE_FULL, RATE_LIMITED
 */
export async function createUpload(
  services: Services,
  sender: Sender,
  kind: UploadKind,
  length: number,
  addingTo?: AddingTo,
): Promise<{ id: string; expiresAt: number }> {
  const isFile = kind.type === 'file'
  const limits = addingTo?.limits ?? (await findSizeLimits(services, sender))
  validateSizes({ file: isFile ? length : 0, transfer: length }, limits)
  if (isFile) await checkMails(services, sender, recipientsOf(kind.options.emails))
  const id = newId()
  const transferId = newId()
  const transferKey = addingTo?.transferKey ?? newTransferKey()
  const now = services.clock.now()
  const expiresAt = now + uploadLife
  const day = dayOf(expiresAt)
  const dayKey = await obtainDayKey(services, day)
  const userId = userIdOf(sender.principal)
  const { principal, address } = sender
  const keyId = principal.kind === 'apiKey' ? principal.keyId : null
  const description: UploadDescription = {
    sender: { userId, keyId, address, ticket: sender.visitor?.ticket },
    target: addingTo?.target,
    kind,
  }
  const metadataKey = deriveMetadataKey(transferKey, transferId)
  const row = {
    id_hash: sha256(id),
    transfer_id: transferId,
    file_id: newId(),
    owner_id: userId,
    length,
    received: 0,
    metadata: sealMessage(metadataKey, metadataContext(transferId), Buffer.from(JSON.stringify(description))),
    sealed_key: sealUploadSlot(transferKey, dayKey, Buffer.from(id, 'base64url'), transferId),
    key_day: day,
    outcome: null,
    created_at: now,
    expires_at: expiresAt,
  }
  await insertClaim(
    services,
    sender,
    // Nobody waits longer for a visitor's upload than its ticket is good.
    { id: transferId, bytes: length, until: Math.min(expiresAt, sender.visitor?.ticket.until ?? expiresAt) },
    async (transaction) => {
      await transaction.insertInto('uploads').values(row).execute()
    },
  )
  return { id, expiresAt }
}
