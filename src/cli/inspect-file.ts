import { blobFrontLength, inspectBlob, NotABlob } from '#crypto/inspect-blob.ts'
import { inspectSlot, type SlotFacts } from '#crypto/inspect-slot.ts'
import { BlobNotFound, type BlobStore } from '#server/platform/blobs/blob-store.ts'
import type { FilesRow, SegmentsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findFile, findSegments, findSlots } from '#server/transfers/files-table.ts'
import { exitCodes, type Outcome } from './command.ts'

type Piece = {
  readonly blobId: string
  readonly size: number
  /** `ok`, or what is wrong with the blob. */
  readonly state: string
}

/**
 * The record of a file, without its name, message and keys.
 * @throws Failure FILE_NOT_FOUND
 */
export async function inspectFile(services: Services, id: string): Promise<Outcome> {
  const { database, blobs, clock } = services
  const file = await findFile(database, id)
  if (!file) throw new Failure('FILE_NOT_FOUND')
  const slots = (await findSlots(database, id)).map(({ type, sealed }) => inspectSlot(type, sealed))
  const pieces: Piece[] = []
  for (const piece of await findSegments(database, id)) {
    pieces.push({ blobId: piece.blob_id, size: piece.size, state: await stateOf(blobs, piece) })
  }
  const dayKey = await database
    .selectFrom('day_keys')
    .select('kid')
    .where('day', '=', file.expiry_day)
    .executeTakeFirst()
  const status = file.ended_as ?? (file.expires_at <= clock.now() ? 'expired, not yet swept' : 'live')
  const complete =
    file.ended_as !== null ||
    (dayKey !== undefined &&
      slots.length > 0 &&
      pieces.length > 0 &&
      pieces.every(({ state }) => state === 'ok'))
  const facts = {
    id,
    status,
    size: file.size,
    uploadedAt: new Date(file.uploaded_at).toISOString(),
    expiresAt: new Date(file.expires_at).toISOString(),
    encryptionMethod: file.encryption_method,
    passwordProtected: file.password_protected === 1,
    dayKey: { day: file.expiry_day, kid: dayKey?.kid ?? null },
  }
  return {
    text: textOf(file, facts, slots, pieces),
    data: { file: facts, slots, pieces },
    ...(complete ? {} : { exitCode: exitCodes.damaged }),
  }
}

async function stateOf(blobs: BlobStore, { blob_id, size }: SegmentsRow): Promise<string> {
  try {
    const front: Uint8Array[] = []
    for await (const part of blobs.read(blob_id, 0, blobFrontLength)) front.push(part)
    const facts = inspectBlob(Buffer.concat(front), await blobs.size(blob_id))
    if (facts.blobId !== blob_id) return 'It is a different blob.'
    return facts.plainLength === size ? 'ok' : `It contains ${facts.plainLength} bytes.`
  } catch (error) {
    if (error instanceof BlobNotFound) return 'It is missing.'
    if (error instanceof NotABlob) return error.message
    throw error
  }
}

function textOf(
  file: FilesRow,
  facts: { status: string; uploadedAt: string; expiresAt: string; dayKey: { kid: string | null } },
  slots: readonly SlotFacts[],
  pieces: readonly Piece[],
): string {
  return [
    `file id     ${file.id}`,
    `state       ${facts.status}`,
    `size        ${file.size} bytes`,
    `uploaded    ${facts.uploadedAt}`,
    `expires     ${facts.expiresAt}`,
    `encryption  ${file.encryption_method}`,
    `day key     ${file.expiry_day}, ${facts.dayKey.kid === null ? 'destroyed' : `sealed under ${facts.dayKey.kid}`}`,
    ...slots.map((slot) => `slot        ${slotText(slot)}`),
    ...pieces.map(({ blobId, size, state }) => `blob        ${blobId}, ${size} bytes: ${state}`),
  ].join('\n')
}

function slotText({ type, version, length, argon2id, parameterSet }: SlotFacts): string {
  const cost = argon2id ? `, Argon2id with ${argon2id.memory} KiB and ${argon2id.passes} passes` : ''
  return `${parameterSet ?? type}, version ${version}, ${length} bytes${cost}`
}
