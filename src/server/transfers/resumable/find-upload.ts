import { openMessage } from '#crypto/content/seal-message.ts'
import { deriveFileKey, deriveMetadataKey, openUploadSlot } from '#crypto/keys/transfer-key.ts'
import { sha256 } from '#crypto/random-id.ts'
import { assertApiKeyLives } from '#server/identity/principals/api-key-lives.ts'
import { findPrincipalOfKey } from '#server/identity/principals/principal.ts'
import type { UploadsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { openDayKey } from '../keys/day-keys.ts'
import { findOwner } from '../manage/change-transfer.ts'
import { type Sender, visitorSender } from '../sender/sender.ts'
import { type UploadKind, type UploadTarget, uploadDescription } from './upload-metadata.ts'

/** An upload under way, its keys at hand. */
export type OpenUpload = {
  readonly idHash: Buffer
  readonly transferId: string
  readonly fileId: string
  readonly length: number
  readonly received: number
  readonly transferKey: Uint8Array
  readonly fileKey: Uint8Array
  readonly kind: UploadKind
  /** The transfer that it adds a file to; none for a new one. `transferKey` is its key then. */
  readonly target: UploadTarget | undefined
  /** The link that was given out for its transfer, if one was. */
  readonly linkId: string | undefined
  /** With their present rights. */
  readonly sender: Sender
}

/** The row of an upload, and the link that was given out for it. */
type FoundUpload = UploadsRow & { readonly link_id: string | null }

/** The row of an upload. @throws Failure UPLOAD_NOT_FOUND when it never was, was ended, or its time is up */
export async function findUpload(services: Services, id: string): Promise<FoundUpload> {
  const row = await services.database
    .selectFrom('uploads')
    .leftJoin('arrivals', (join) =>
      join.onRef('arrivals.upload_id', '=', 'uploads.transfer_id').on('arrivals.ended_as', 'is', null),
    )
    .selectAll('uploads')
    .select('arrivals.link_id')
    .where('id_hash', '=', sha256(id))
    .where('uploads.expires_at', '>', services.clock.now())
    .executeTakeFirst()
  if (!row) throw new Failure('UPLOAD_NOT_FOUND')
  return row
}

/**
 * Opens what is sealed in the row of an upload that has no outcome yet.
 * @param id of the upload's address: without it nothing opens
 * @throws Failure INVALID_TOKEN when its sender's account has been disabled since, TRANSFER_DISABLED when it was that of another
 *   person to whose transfer a file is added, INVALID_API_KEY when the key that it was begun with
 *   has been revoked or has expired, FILE_NOT_FOUND when an administrator began to add to the transfer of another account and is
 *   none now, and of a visitor as visitorSender does
 */
export async function openUpload(services: Services, id: string, row: FoundUpload): Promise<OpenUpload> {
  const { transfer_id: transferId, file_id: fileId } = row
  const dayKey = await openDayKey(services, row.key_day)
  const transferKey = openUploadSlot(row.sealed_key, dayKey, Buffer.from(id, 'base64url'), transferId)
  const metadataKey = deriveMetadataKey(transferKey, transferId)
  const plain = openMessage(metadataKey, metadataContext(transferId), row.metadata).toString('utf8')
  const { kind, sender, target } = uploadDescription.parse(JSON.parse(plain))
  if (target?.keyId !== undefined) await assertApiKeyLives(services, target.keyId)
  /** A file for the transfer of another account: it comes from that one, and not from its sender. */
  const isForOther = target !== undefined && target.by?.id !== sender.userId
  if (isForOther && target.by) await assertAdministrator(services, target.by.id)
  return {
    idHash: Buffer.from(row.id_hash),
    transferId,
    fileId,
    length: row.length,
    received: row.received,
    transferKey,
    fileKey: deriveFileKey(transferKey, fileId),
    kind,
    target,
    linkId: row.link_id ?? undefined,
    sender: sender.ticket
      ? await visitorSender(services, sender.ticket, sender.address)
      : {
          principal: isForOther
            ? await findOwner(services.database, sender.userId)
            : await findPrincipalOfKey(services, sender.userId, sender.keyId),
          address: sender.address,
        },
  }
}

/** @throws Failure INVALID_TOKEN for an account that is gone or disabled, FILE_NOT_FOUND for one that has no rights over others */
async function assertAdministrator({ database }: Pick<Services, 'database'>, id: string): Promise<void> {
  const user = await database
    .selectFrom('users')
    .select('is_admin')
    .where('id', '=', id)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!user) throw new Failure('INVALID_TOKEN')
  if (user.is_admin !== 1) throw new Failure('FILE_NOT_FOUND')
}

/** Binds the sealed metadata of an upload to it. */
export function metadataContext(transferId: string): Buffer {
  return Buffer.from(`restante/v1 upload metadata\0${transferId}`, 'utf8')
}
