import { blobFrontLength, inspectBlob, NotABlob } from '#crypto/content/inspect-blob.ts'
import { inspectSlot, type SlotFacts } from '#crypto/content/inspect-slot.ts'
import { BlobNotFound, isBlobLost, type StoredBlobs } from '#server/platform/blobs/blob-store.ts'
import type { Database, TransfersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { keptUntil } from '#server/transfers/model/kept-transfers.ts'
import { exitCodes, type Outcome } from '../command.ts'

type Segment = {
  readonly blobId: string
  readonly store: string
  readonly size: number
  /** `ok`, or what is wrong with the blob. */
  readonly state: string
  /** When a scrub, a backup or a download found it damaged. */
  readonly damagedAt: string | null
}

/** Checks made on each blob. */
const checked = ['length', 'header'] as const

/**
 * Describes what is stored of a transfer, without its name, message and keys.
 * @param id a link's, or the transfer's reference
 * @throws Failure FILE_NOT_FOUND
 */
export async function inspectTransfer(services: Services, id: string): Promise<Outcome> {
  const { database, clock } = services
  const transfer = await findByEither(database, id)
  if (!transfer) throw new Failure('FILE_NOT_FOUND')
  const slotRows = await database
    .selectFrom('slots')
    .select(['kind', 'sealed'])
    .where('transfer_id', '=', transfer.id)
    .execute()
  const slots = slotRows.map(({ kind, sealed }) => inspectSlot(kind, sealed))
  const segments = await inspectSegments(services, transfer.id)
  const dayKey = await database
    .selectFrom('day_keys')
    .select('kid')
    .where('day', '=', transfer.key_day)
    .executeTakeFirst()
  const isWhole =
    transfer.ended_as !== null ||
    (dayKey !== undefined &&
      slots.length > 0 &&
      segments.length > 0 &&
      segments.every(({ state, damagedAt }) => state === 'ok' && damagedAt === null))
  const facts = {
    reference: transfer.id,
    status: statusOf(transfer, clock.now()),
    size: transfer.size,
    files: transfer.file_count,
    downloads: transfer.downloads,
    links: await countLinks(database, transfer.id),
    uploadedAt: new Date(transfer.created_at).toISOString(),
    expiresAt: new Date(transfer.expires_at).toISOString(),
    heldUntil: transfer.held_until === null ? null : new Date(transfer.held_until).toISOString(),
    encryptionMethod: transfer.encryption_method,
    passwordProtected: transfer.password_protected === 1,
    dayKey: { day: transfer.key_day, kid: dayKey?.kid ?? null },
  }
  return {
    text: textOf(facts, slots, segments),
    data: { transfer: facts, slots, segments, checked },
    ...(isWhole ? {} : { exitCode: exitCodes.damaged }),
  }
}

async function findByEither(database: Database, id: string): Promise<TransfersRow | undefined> {
  return database
    .selectFrom('transfers')
    .selectAll()
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('transfers.id', '=', id),
        eb('transfers.id', 'in', selectFrom('links').select('transfer_id').where('links.id', '=', id)),
      ]),
    )
    .executeTakeFirst()
}

function statusOf(transfer: TransfersRow, now: number): string {
  if (transfer.ended_as !== null) return transfer.ended_as
  if (keptUntil(transfer) <= now) return 'expired, not yet swept'
  if (transfer.expires_at <= now) return 'expired, held as evidence'
  return transfer.state === 'disabled' ? 'disabled' : 'live'
}

async function countLinks(database: Database, transferId: string): Promise<number> {
  const { links } = await database
    .selectFrom('links')
    .select(({ fn }) => fn.countAll<number>().as('links'))
    .where('transfer_id', '=', transferId)
    .executeTakeFirstOrThrow()
  return links
}

async function inspectSegments(
  { database, blobs }: Pick<Services, 'database' | 'blobs'>,
  transferId: string,
): Promise<Segment[]> {
  const rows = await database
    .selectFrom('files')
    .innerJoin('segments', 'segments.file_id', 'files.id')
    .innerJoin('blobs', 'blobs.id', 'segments.blob_id')
    .select(['segments.blob_id', 'segments.size', 'blobs.store', 'blobs.damaged_at'])
    .where('files.transfer_id', '=', transferId)
    .orderBy('files.position')
    .orderBy('segments.part')
    .orderBy('segments.position')
    .execute()
  const segments: Segment[] = []
  for (const { blob_id, size, store, damaged_at } of rows) {
    segments.push({
      blobId: blob_id,
      store,
      size,
      state: await stateOf(blobs.store(store), blob_id, size),
      damagedAt: damaged_at === null ? null : new Date(damaged_at).toISOString(),
    })
  }
  return segments
}

async function stateOf(blobs: StoredBlobs, blobId: string, size: number): Promise<string> {
  try {
    const front: Uint8Array[] = []
    for await (const chunk of blobs.read(blobId, 0, blobFrontLength)) front.push(chunk)
    const facts = inspectBlob(Buffer.concat(front), await blobs.size(blobId))
    if (facts.blobId !== blobId) return 'It is another blob.'
    return facts.plainLength === size ? 'ok' : `It holds ${facts.plainLength} bytes.`
  } catch (error) {
    if (error instanceof BlobNotFound) return 'It is missing.'
    if (isBlobLost(error)) return 'It cannot be read.'
    if (error instanceof NotABlob) return error.message
    throw error
  }
}

type Facts = {
  readonly reference: string
  readonly status: string
  readonly size: number
  readonly files: number
  readonly downloads: number
  readonly links: number
  readonly uploadedAt: string
  readonly expiresAt: string
  /** End of the hold on a disabled transfer. */
  readonly heldUntil: string | null
  readonly encryptionMethod: string
  readonly dayKey: { readonly day: string; readonly kid: string | null }
}

function textOf(facts: Facts, slots: readonly SlotFacts[], segments: readonly Segment[]): string {
  return [
    `reference   ${facts.reference}`,
    `state       ${facts.status}`,
    `size        ${facts.size} bytes in ${facts.files} ${facts.files === 1 ? 'file' : 'files'}`,
    `downloads   ${facts.downloads}, links: ${facts.links}`,
    `uploaded    ${facts.uploadedAt}`,
    `expires     ${facts.expiresAt}`,
    ...(facts.heldUntil === null ? [] : [`held        until ${facts.heldUntil}`]),
    `encryption  ${facts.encryptionMethod}`,
    `day key     ${facts.dayKey.day}, ${facts.dayKey.kid === null ? 'destroyed' : `sealed under ${facts.dayKey.kid}`}`,
    ...slots.map((slot) => `slot        ${slotText(slot)}`),
    ...segments.map((segment) => `blob        ${segmentText(segment)}`),
  ].join('\n')
}

function slotText({ type, version, length, argon2id, parameterSet }: SlotFacts): string {
  const cost = argon2id ? `, Argon2id with ${argon2id.memory} KiB and ${argon2id.passes} passes` : ''
  return `${parameterSet ?? type}, version ${version}, ${length} bytes${cost}`
}

function segmentText({ blobId, store, size, state, damagedAt }: Segment): string {
  const result = state === 'ok' ? 'length and header match, content not read' : state
  const mark = damagedAt === null ? '' : `, marked as damaged ${damagedAt}`
  return `${blobId} in ${store}, ${size} bytes: ${result}${mark}`
}
