import { sealMessage } from '#crypto/content/seal-message.ts'
import { deriveMetadataKey, newTransferKey, sealUploadSlot } from '#crypto/keys/transfer-key.ts'
import { newId, sha256 } from '#crypto/random-id.ts'
import { userIdOf } from '#server/identity/principals/principal.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { dayOf, obtainDayKey } from '../keys/day-keys.ts'
import { canPromiseLinks, findLinkOfUpload, insertArrival } from '../model/arrivals/arrival-rows.ts'
import { checkMails } from '../sender/mail-limits.ts'
import { findSizeLimits, type Sender, type SizeLimits } from '../sender/sender.ts'
import { insertClaim } from '../upload/claims/claim-rows.ts'
import { assertBundleLength, saysEndToEnd } from '../upload/end-to-end-options.ts'
import { saidOf } from '../upload/progress/said-of-form.ts'
import { recipientsOf, validateLength } from '../upload/upload-options.ts'
import { metadataContext } from './find-upload.ts'
import type { UploadDescription, UploadKind, UploadTarget } from './upload-metadata.ts'

/** How long after its creation an upload may be continued before it is swept, in milliseconds. */
export const uploadLife = 24 * 60 * 60_000

/** A transfer that gets one more file: the upload is sealed with its key from the start. */
type AddingTo = {
  readonly target: UploadTarget
  /** Called once everything else that the upload says holds: it may want a password. */
  readonly findTransferKey: () => Promise<Uint8Array>
  readonly limits: SizeLimits
}

/** An upload that was created. */
type CreatedUpload = {
  readonly id: string
  readonly expiresAt: number
  readonly received: number
  /** The link that its transfer will have; none where it adds to one, or belongs to a request. */
  readonly linkId?: string | undefined
}

/**
 * Creates an upload of `length` bytes, which are claimed from now on. The returned id authorises its holder to continue; the
 * table keeps its hash only, and what the sender said sealed.
 * @param options.key a secret of the sender for this upload: after an answer that was lost, the same one finds the upload that
 *   there is, which then counts once
 * @throws Failure VALIDATION_ERROR for a key that was used for another length, FILE_TOO_LARGE, TRANSFER_TOO_LARGE,
 *   STORAGE_QUOTA_EXCEEDED, STORAGE_FULL, RATE_LIMITED
 */
export async function createUpload(
  services: Services,
  sender: Sender,
  kind: UploadKind,
  length: number,
  { key, addingTo }: { key?: string | undefined; addingTo?: AddingTo } = {},
): Promise<CreatedUpload> {
  const id = key === undefined ? newId() : idOfKey(sender, key)
  const known = key === undefined ? undefined : await findCreated(services, id, length)
  if (known) return known
  try {
    return await insertUpload(services, sender, kind, { id, length, addingTo })
  } catch (error) {
    // The first try may have been entered a moment ago.
    const entered = key === undefined ? undefined : await findCreated(services, id, length)
    if (entered) return entered
    throw error
  }
}

/** No other sender gets the same id, even with the same key. */
function idOfKey({ principal, visitor }: Sender, key: string): string {
  const text = ['restante/v1 upload id', userIdOf(principal) ?? '', visitor?.ticket.requestId ?? '', key]
  return sha256(text.join('\0')).subarray(0, 16).toString('base64url')
}

async function findCreated(
  { database }: Services,
  id: string,
  length: number,
): Promise<CreatedUpload | undefined> {
  const row = await database
    .selectFrom('uploads')
    .select(['transfer_id', 'length', 'received', 'expires_at'])
    .where('id_hash', '=', sha256(id))
    .executeTakeFirst()
  if (row && row.length !== length)
    throw new Failure('VALIDATION_ERROR', { details: 'uploadKey: used for another upload' })
  if (!row) return undefined
  const linkId = await findLinkOfUpload(database, row.transfer_id)
  return { id, expiresAt: row.expires_at, received: row.received, linkId }
}

async function insertUpload(
  services: Services,
  sender: Sender,
  kind: UploadKind,
  { id, length, addingTo }: { id: string; length: number; addingTo: AddingTo | undefined },
): Promise<CreatedUpload> {
  const isFile = kind.type === 'file'
  const limits = addingTo?.limits ?? (await findSizeLimits(services, sender))
  validateLength(length, { plain: isFile }, limits)
  if (isFile && saysEndToEnd(kind.options)) assertBundleLength(length)
  if (isFile) await checkMails(services, sender, recipientsOf(kind.options.emails))
  const transferId = newId()
  const transferKey = (await addingTo?.findTransferKey()) ?? newTransferKey()
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
  const isPromised = !addingTo && !sender.visitor && (await canPromiseLinks(services))
  let linkId: string | undefined
  await insertClaim(
    services,
    sender,
    // A visitor's upload is claimed no longer than its ticket is valid.
    { id: transferId, bytes: length, until: Math.min(expiresAt, sender.visitor?.ticket.until ?? expiresAt) },
    async (transaction) => {
      await transaction.insertInto('uploads').values(row).execute()
      if (isPromised)
        linkId = await insertArrival(
          { ...services, database: transaction },
          {
            upload_id: transferId,
            owner_id: userId,
            total: length,
            expiresAt,
            ...saidOf(isFile ? kind.options : {}),
          },
        )
    },
  )
  return { id, expiresAt, received: 0, linkId }
}
