import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { UploadReply } from '#contract/transfers/files.ts'
import { maxTransferFiles } from '#contract/transfers/limits.ts'
import { addFileFields } from '#contract/transfers/manage.ts'
import { deriveFileKey } from '#crypto/keys/transfer-key.ts'
import { newId } from '#crypto/random-id.ts'
import { assertApiKeyLives } from '#server/identity/principals/api-key-lives.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { personOf, userIdOf } from '#server/identity/principals/principal.ts'
import { assertNotSuspended } from '#server/identity/principals/upload-suspension.ts'
import { releaseBuffer } from '#server/platform/buffers/release-buffer.ts'
import type { Database, FilesRow, TransfersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientAddress, networkOf } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { unlockTransfer } from '../download/unlock-transfer.ts'
import { findPairsOfTransfers } from '../keys/slots.ts'
import { assertNotEndToEnd } from '../model/end-to-end.ts'
import { nameFiles } from '../model/name-files.ts'
import { recordTransferEvent } from '../model/transfer-events.ts'
import { findTransfer, insertSegments, type StoredSegment } from '../model/transfers-table.ts'
import { findSizeLimits, type Sender, type SizeLimits } from '../sender/sender.ts'
import type { Settle } from '../upload/commit-transfer.ts'
import type { DescribedContent } from '../upload/incoming-content.ts'
import { openIncomingForm } from '../upload/incoming-form.ts'
import { uploadReplyOf } from '../upload/prepare-transfer.ts'
import { beginUpload, type ClaimedUpload } from '../upload/upload-call.ts'
import { changeTransfer, findOwner } from './change-transfer.ts'
import { type Managed, withKeys } from './find-managed.ts'
import { restartDownloads } from './restart-downloads.ts'

type Reply = Omit<UploadReply, 'success'>

/** @throws Failure VALIDATION_ERROR for any other field */
function readCredentials(fields: Readonly<Record<string, string>>) {
  const result = z.safeParse(addFileFields, fields)
  if (result.success) return result.data
  throw new Failure('VALIDATION_ERROR', { details: 'form: only password and keyPassword, and files' })
}

/**
 * The sender of an added file: storage and limits are those of the owner, the address is that of the manager.
 * @throws Failure TRANSFER_DISABLED when the account of the owner is gone or disabled, NOT_FOR_END_TO_END, RULE_FORBIDS,
 *   FILE_PASSWORD_REQUIRED for one that has none, nor a key that locks it
 */
export async function senderTo(
  { database, config }: Pick<Services, 'database' | 'config'>,
  { transfer }: Managed,
  address: string,
): Promise<Sender> {
  assertNotEndToEnd(transfer)
  const principal = await findOwner(database, transfer.owner_id)
  const { endToEndAlways, filePassword } = policyFor(principal, config)
  if (endToEndAlways) throw new Failure('RULE_FORBIDS', { details: 'encryptionMethod: end-to-end' })
  if (filePassword.required && opensAlone(transfer)) throw new Failure('FILE_PASSWORD_REQUIRED')
  return { principal, address }
}

/** Whether the server opens a transfer without a password or a key. */
function opensAlone({ encryption_method, password_protected }: TransfersRow): boolean {
  return password_protected === 0 && encryption_method === 'aes-256-gcm'
}

/** Sizes that a transfer may still take. */
export async function findRoomIn(
  services: Services,
  { size }: Pick<TransfersRow, 'size'>,
  sender: Sender,
  claimId: string | null = null,
): Promise<SizeLimits> {
  const limits = await findSizeLimits(services, sender, claimId)
  return { ...limits, transferSize: Math.max(0, limits.transferSize - size) }
}

/**
 * The key of a transfer that gets another file: what locks it is needed, for the server alone has no way in.
 * @throws Failure as unlockTransfer and withKeys do
 */
export async function unlockForFile(
  services: Services,
  managed: Managed,
  fields: Readonly<Record<string, string>>,
  address: string,
): Promise<Uint8Array> {
  const attempt = { ...readCredentials(fields), callerId: personOf(managed.by), address }
  const { transferKey } = await withKeys(services, managed, () =>
    unlockTransfer(services, managed.transfer, attempt),
  )
  return transferKey
}

/**
 * Adds what a request uploads to a transfer, as one more file.
 * @param seen the version that the manager has seen; undefined for any
 * @throws Failure as beginUpload and addFiles do
 */
export async function receiveAddedFile(
  services: Services,
  managed: Managed,
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  seen: number | undefined,
): Promise<Reply> {
  const sender = await senderTo(services, managed, clientAddress(call.request))
  const upload = await beginUpload(services, call, sender)
  try {
    const reply = await addFiles(services, managed, upload, sender, { seen })
    await upload.succeed()
    return reply
  } catch (error) {
    throw await upload.fail(error)
  }
}

/**
 * Adds what an upload holds to a transfer, as one more file; see makeTransfer.
 * @param from the resumable upload that it came in, with the key of the transfer, if it did
 * @throws Failure for everything a sender can do wrong, TOO_MANY_FILES, and as changeTransfer and unlockTransfer do
 */
export async function addFiles(
  services: Services,
  managed: Managed,
  { body, claim, report }: ClaimedUpload,
  sender: Sender,
  from: { readonly seen?: number | undefined; readonly transferKey?: Uint8Array; readonly settle?: Settle },
): Promise<Reply> {
  const fileId = newId()
  const limits = await findRoomIn(services, managed.transfer, sender, claim.id)
  const findKey = async (fields: Readonly<Record<string, string>>) => {
    const key = from.transferKey ?? (await unlockForFile(services, managed, fields, sender.address))
    return deriveFileKey(key, fileId)
  }
  const form = await openIncomingForm(services, body, { fileId, findKey, limits, claim, report })
  let isCommitting = false
  try {
    await form.read({ file: (fields) => void readCredentials(fields) })
    await report('validating')
    readCredentials(form.fields)
    await report('scanning')
    const scan = await form.verdict()
    const { segment, parts, ...content } = await form.store(managed.transfer.title ?? undefined)
    const segments = [segment, ...parts]
    const added = { ...content, fileId, scan, size: segment.size, segments, sender, claimId: claim.id }
    await report('finalizing')
    isCommitting = true
    return await commitAddedFile(services, managed, { ...added, seen: from.seen }, from.settle)
  } catch (error) {
    await form.abort()
    // Any other error of a commit does not prove that nothing was written.
    if (!isCommitting || error instanceof Failure) await form.remove()
    throw error
  }
}

/** Content that is durable and becomes a file of a transfer. */
type AddedContent = DescribedContent & {
  readonly fileId: string
  readonly size: number
  readonly originalSize: number
  readonly scan: FilesRow['scan']
  /** Those that are not in the table yet. */
  readonly segments: readonly StoredSegment[]
}

type Adding = AddedContent & {
  readonly sender: Sender
  readonly claimId: string | null
  readonly seen: number | undefined
}

/**
 * Makes durable content a file of a transfer: the next position, or none when the transfer has enough, has ended or has got
 * another owner meanwhile. After a commit whose answer was lost the table is asked.
 * @throws Failure TOO_MANY_FILES, TRANSFER_TOO_LARGE, STORAGE_QUOTA_EXCEEDED, UPLOADS_SUSPENDED, and as changeTransfer does,
 *   after which nothing was written
 */
export async function commitAddedFile(
  services: Services,
  managed: Managed,
  added: Adding,
  settle?: Settle,
): Promise<Reply> {
  const { network } = managed
  const { fileId, size, sender, claimId, seen } = added
  if (userIdOf(sender.principal) !== managed.transfer.owner_id) throw new Failure('CHANGED_MEANWHILE')
  const options = { act: 'file.files-changed', seen, bytes: size, claimId } as const
  const reply = await replyOf(services, managed.transfer, added)
  try {
    await changeTransfer(services, managed, options, async (transaction, held) => {
      const { transfer, owner, now } = held
      held.assertRoom()
      const suspendable = { ...services, database: transaction }
      if (sender.principal.kind === 'apiKey') await assertApiKeyLives(suspendable, sender.principal.keyId)
      await assertNotSuspended(suspendable, transfer.owner_id, networkOf(sender.address))
      if (transfer.size + size > policyFor(owner, services.config).transferSize)
        throw new Failure('TRANSFER_TOO_LARGE')
      const position = await takePosition(transaction, transfer.id)
      await transaction
        .insertInto('files')
        .values(fileRow(transfer.id, position, added))
        .execute()
      await insertSegments(transaction, added.segments, now)
      await nameFiles(transaction, transfer.id, services.config)
      await restartDownloads(transaction, transfer.id)
      const event = { transferId: transfer.id, at: now, network, details: { position } }
      await recordTransferEvent(transaction, { ...event, kind: 'file-added' })
      await settle?.(transaction, reply)
    })
  } catch (error) {
    if (error instanceof Failure || !(await isStored(services, fileId))) throw error
  }
  for (const { content } of added.segments) if (content) releaseBuffer(content)
  services.meter.uploaded(size)
  return reply
}

/**
 * The number of the next file: no file of the transfer has had it, and none has a higher one, also where an instance of a release
 * that counts otherwise has added one.
 * @throws Failure TOO_MANY_FILES
 */
async function takePosition(transaction: Database, transferId: string): Promise<number> {
  const { files, last } = await transaction
    .selectFrom('files')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.max<number | null>('position').as('last')])
    .where('transfer_id', '=', transferId)
    .executeTakeFirstOrThrow()
  if (files >= maxTransferFiles) throw new Failure('TOO_MANY_FILES')
  const { next_position } = await transaction
    .selectFrom('transfers')
    .select('next_position')
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow()
  const position = Math.max(next_position, (last ?? -1) + 1)
  await transaction
    .updateTable('transfers')
    .set({ next_position: position + 1 })
    .where('id', '=', transferId)
    .execute()
  return position
}

function fileRow(transferId: string, position: number, added: AddedContent): FilesRow {
  return {
    id: added.fileId,
    transfer_id: transferId,
    position,
    filename: added.filename,
    mime_type: added.mimeType,
    size: added.size,
    original_size: added.originalSize,
    packed: added.packed ? 1 : 0,
    file_count: added.uploaded,
    scan: added.scan,
    modified_at: added.modified ?? null,
  }
}

/** Asks the table after a commit whose answer was lost. A table that cannot be asked says nothing. */
async function isStored({ database, log }: Services, fileId: string): Promise<boolean> {
  try {
    const row = await database.selectFrom('files').select('id').where('id', '=', fileId).executeTakeFirst()
    return row !== undefined
  } catch (error) {
    log.warn({ err: error }, 'it is unknown whether a file was added')
    return false
  }
}

/** Like the answer to an upload: of the added file and the main link, without the secrets that only its first sender got. */
async function replyOf(
  { database, config }: Services,
  transfer: TransfersRow,
  added: AddedContent,
): Promise<Reply> {
  const { id } = await database
    .selectFrom('links')
    .select('id')
    .where('transfer_id', '=', transfer.id)
    .where('kind', '=', 'main')
    .executeTakeFirstOrThrow()
  const pair = (await findPairsOfTransfers(database, [transfer.id])).get(transfer.id)
  const { uploaded } = added
  const message = uploaded === 1 ? 'File added.' : `${uploaded} files added.`
  return uploadReplyOf(config.publicUrl, { ...added, message, transfer, linkId: id, pair })
}

/**
 * Finds the transfer that a resumable upload goes to, when its bytes have come, for the manager who began it.
 * @throws Failure FILE_NOT_FOUND
 */
export async function findTarget(
  services: Pick<Services, 'database'>,
  { ref, by, network }: { readonly ref: string; readonly by?: Managed['by']; readonly network: string },
): Promise<Managed> {
  const transfer = await findTransfer(services.database, ref)
  if (!transfer) throw new Failure('FILE_NOT_FOUND')
  return { transfer, by, network }
}
