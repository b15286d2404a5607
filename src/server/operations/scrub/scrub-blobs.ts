import { blobFrontLength, inspectBlob, NotABlob } from '#crypto/content/inspect-blob.ts'
import { BlobNotFound, isBlobLost } from '#server/platform/blobs/blob-store.ts'
import { Failure } from '#server/platform/failure.ts'
import { createPacer } from '#server/platform/http/pacer.ts'
import type { Services } from '#server/platform/services.ts'
import { type BlobInUse, blobsInUse } from '#server/transfers/content/blobs-in-use.ts'
import {
  clearDamaged,
  isBlobInUse,
  markDamaged,
  updateDamageAlarm,
} from '#server/transfers/content/damaged-blobs.ts'
import { hashBlob, openLastLines } from '../backup/lists/blob-lines.ts'
import { authenticateBlob, KeysDamaged } from './authenticate-blob.ts'

/** How much of a blob could be checked: each includes those after it. */
type ScrubDepth = 'authenticated' | 'compared' | 'shape'

type Damage = {
  readonly blob: string
  /** Reference of its transfer; null for an upload under way. */
  readonly transfer: string | null
  readonly reason: string
}

export type Scrubbed = {
  /** Whether the database passed its own integrity check. */
  readonly isDatabaseIntact: boolean
  /** Blobs, by what was checked: every tag; the checksum in the last backup; length and header alone. */
  readonly checked: Readonly<Record<ScrubDepth, number>>
  readonly damaged: readonly Damage[]
  /** Blobs whose mark was cleared because they proved whole. */
  readonly cleared: number
}

type Options = {
  /** Bytes per second; as fast as the store answers by default. */
  readonly rate?: number | undefined
}

/**
 * Reads every blob and checks as much of it as it can: every tag where the server can open the transfer alone, else the
 * checksum in the last backup, else length and header. Blobs found missing or altered are marked; marks that prove wrong
 * are cleared. The service continues meanwhile: what ends while it is read is no damage.
 */
export async function scrubBlobs(services: Services, { rate }: Options = {}): Promise<Scrubbed> {
  const { database, log } = services
  const isDatabaseIntact = await services.engine.isIntact()
  if (!isDatabaseIntact) log.error('the database failed its integrity check')
  const pace = createPacer(rate)
  await using last = await openLastLines(services)
  const checked = { authenticated: 0, compared: 0, shape: 0 }
  const damaged: Damage[] = []
  let cleared = 0
  for await (const blob of blobsInUse(database)) {
    const finding = await check(services, blob, (await last.find(blob.id))?.sha256, pace)
    if (!('reason' in finding)) {
      checked[finding.depth] += 1
      if (finding.depth !== 'shape' && blob.damagedAt !== null) {
        await clearDamaged(database, blob.id)
        cleared += 1
      }
      continue
    }
    if (!(await isBlobInUse(database, blob.id))) continue
    if (finding.isBlob) await markDamaged(services, blob.id)
    log.error({ blob: blob.id, transfer: blob.transferId }, finding.reason)
    damaged.push({ blob: blob.id, transfer: blob.transferId, reason: finding.reason })
  }
  await updateDamageAlarm(services)
  return { isDatabaseIntact, checked, damaged, cleared }
}

/** `isBlob` is false where the keys in the database are damaged and the blob may be whole. */
type Finding = { readonly depth: ScrubDepth } | { readonly reason: string; readonly isBlob: boolean }
type Pace = (bytes: number) => Promise<void>

async function check(
  services: Services,
  blob: BlobInUse,
  sha256: string | undefined,
  pace: Pace,
): Promise<Finding> {
  try {
    const problem = await checkShape(services, blob)
    if (problem !== undefined) return { reason: problem, isBlob: true }
    if (await authenticateBlob(services, blob, pace)) return { depth: 'authenticated' }
    if (sha256 !== undefined) {
      const found = await hashBlob(services.blobs.store(blob.store), blob.id, { pace })
      return found.sha256 === sha256
        ? { depth: 'compared' }
        : { reason: 'It has changed since the last backup.', isBlob: true }
    }
    return blob.damagedAt === null
      ? { depth: 'shape' }
      : { reason: 'It was found damaged earlier, and nothing here can prove it whole.', isBlob: true }
  } catch (error) {
    if (error instanceof BlobNotFound) return { reason: 'It is missing.', isBlob: true }
    // guard: unreadable blob that is marked -> tests/long/cli/scrub.test.ts "on a bad sector"
    if (isBlobLost(error)) return { reason: 'It cannot be read.', isBlob: true }
    if (error instanceof KeysDamaged)
      return { reason: 'The keys of its transfer do not open.', isBlob: false }
    if (error instanceof Failure && error.code === 'FILE_DAMAGED')
      return { reason: 'Its content fails its authentication.', isBlob: true }
    throw error
  }
}

/** Error in the length or the header of a blob; undefined when both fit. @throws BlobNotFound */
async function checkShape(
  { blobs: stores }: Services,
  { id, store, size }: BlobInUse,
): Promise<string | undefined> {
  const blobs = stores.store(store)
  const front: Uint8Array[] = []
  for await (const chunk of blobs.read(id, 0, blobFrontLength)) front.push(chunk)
  try {
    const facts = inspectBlob(Buffer.concat(front), await blobs.size(id))
    if (facts.blobId !== id) return 'It is another blob.'
    return facts.plainLength === size ? undefined : 'It has another length.'
  } catch (error) {
    if (error instanceof NotABlob) return error.message
    throw error
  }
}
