import { openUploadSlot } from '#crypto/file-key.ts'
import { sha256 } from '#crypto/random-id.ts'
import { openMessage } from '#crypto/seal-message.ts'
import type { ResumableUploadsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { openDayKey } from '../day-keys.ts'
import { findSender, type Sender } from '../upload/sender.ts'
import { type UploadKind, uploadDescription } from './upload-metadata.ts'

/** An upload under way, its key at hand. */
export type OpenUpload = {
  readonly idHash: Buffer
  readonly fileId: string
  readonly length: number
  readonly received: number
  readonly fileKey: Uint8Array
  readonly kind: UploadKind
  /** As they may send now. */
  readonly sender: Sender
}

/** The row of an upload. @throws Failure UPLOAD_NOT_FOUND when it never was, was ended, or its time is up */
export async function findUpload(services: Services, id: string): Promise<ResumableUploadsRow> {
  const row = await services.database
    .selectFrom('resumable_uploads')
    .selectAll()
    .where('id_hash', '=', sha256(id))
    .where('expires_at', '>', services.clock.now())
    .executeTakeFirst()
  if (!row) throw new Failure('UPLOAD_NOT_FOUND')
  return row
}

/**
 * Opens what is sealed in the row of an upload that has no outcome yet.
 * @param id of the upload's address: without it nothing opens
 * @throws Failure INVALID_TOKEN when its sender's account has been disabled since
 */
export async function openUpload(
  services: Services,
  id: string,
  row: ResumableUploadsRow,
): Promise<OpenUpload> {
  const dayKey = await openDayKey(services, row.key_day)
  const fileKey = openUploadSlot(row.sealed_key, dayKey, Buffer.from(id, 'base64url'), row.file_id)
  const plain = openMessage(fileKey, metadataContext(row.file_id), row.metadata).toString('utf8')
  const { kind, sender } = uploadDescription.parse(JSON.parse(plain))
  return {
    idHash: Buffer.from(row.id_hash),
    fileId: row.file_id,
    length: row.length,
    received: row.received,
    fileKey,
    kind,
    sender: await findSender(services, sender),
  }
}

/** Binds the sealed metadata of an upload to it. */
export function metadataContext(fileId: string): Buffer {
  return Buffer.from(`restante/v1 upload metadata\0${fileId}`, 'utf8')
}
