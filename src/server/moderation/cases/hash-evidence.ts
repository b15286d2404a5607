import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import type { ExpressionBuilder } from 'kysely'
import { emptySha256 } from '#contract/operations/report-reasons.ts'
import { GIB } from '#contract/transfers/limits.ts'
import type { CasesRow, Tables } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDamage } from '#server/transfers/content/damaged-blobs.ts'
import { readEntry } from '#server/transfers/members/open-members.ts'
import { openReported } from '#server/transfers/members/open-reported.ts'

const MINUTE = 60_000
/**
 * Largest transfer that is hashed, and how many of its first files. Hashing larger ones is left to the administrators who open
 * them.
 */
const limits = { size: 4 * GIB, files: 1000 }
/**
 * Bounds of the pause before unreadable content is tried again, which is as long as its case has existed: a store may come
 * back, and damage be repaired. Reading everything takes minutes.
 */
const pause = { least: 10 * MINUTE, most: 24 * 60 * MINUTE }
/** Other transfers of an uploader that are compared. */
const maxCompared = 50

type Hash = { readonly filename: string; readonly size: number; readonly sha256: string }

/**
 * Computes the SHA-256 of the files of disabled transfers in the background, as far as the service can read them: a case keeps
 * the hashes when its transfer is gone. They also show which other transfers of the same account hold the same files.
 */
export function hashEvidence(services: Services): void {
  services.background.run('hash evidence', async (stopping) => {
    const cases = await services.database
      .selectFrom('cases')
      .innerJoin('transfers', 'transfers.id', 'cases.transfer_id')
      .select([
        'cases.id',
        'cases.number',
        'cases.transfer_id',
        'cases.uploader_id',
        'cases.opened_at',
        'cases.hash_after',
      ])
      .where('cases.state', 'in', ['disabled', 'appealed', 'decided'])
      .where(isDue(services.clock.now()))
      .where('transfers.state', '=', 'disabled')
      .where('transfers.size', '<=', limits.size)
      .orderBy('cases.opened_at', 'desc')
      .limit(100)
      .execute()
    for (const one of cases) {
      if (stopping.aborted) return
      await hashCase(services, one, stopping)
    }
  })
}

type Unhashed = Pick<CasesRow, 'id' | 'number' | 'transfer_id' | 'uploader_id' | 'opened_at' | 'hash_after'>

async function hashCase(
  services: Services,
  { id, number, transfer_id, uploader_id, opened_at, hash_after }: Unhashed,
  stopping: AbortSignal,
): Promise<void> {
  const { database, clock, log } = services
  const now = clock.now()
  const next = now + Math.min(pause.most, Math.max(pause.least, now - opened_at))
  // Before the work, so that no other instance does the same, and a process that ends over it does not begin with it again.
  const begun = await database
    .updateTable('cases')
    .set({ hash_after: next })
    .where('id', '=', id)
    .where(isDue(now))
    .executeTakeFirst()
  if (Number(begun.numUpdatedRows) === 0) return
  try {
    const hashes = await hashFiles(services, transfer_id, stopping)
    const same = await findSame(services, { transfer_id, uploader_id }, hashes, stopping)
    await database
      .updateTable('cases')
      .set({
        hashes: JSON.stringify(hashes.map(({ filename, sha256 }) => ({ filename, sha256 }))),
        same_content: JSON.stringify(same),
      })
      .where('id', '=', id)
      // Hashes that a decision may be based on stay.
      // guard: evidence stays what a decision was based on -> tests/http/moderation/evidence.test.ts "stays as it was"
      .where('hashes', '=', '[]')
      .execute()
  } catch (error) {
    if (stopping.aborted)
      await database.updateTable('cases').set({ hash_after }).where('id', '=', id).execute()
    else if (!(error instanceof Failure))
      log.warn({ err: error, report: number }, 'the files of a report could not be hashed')
  }
}

/** Lets pass the cases without hashes that are to be tried. */
function isDue(now: number) {
  return ({ and, eb, or }: Pick<ExpressionBuilder<Tables, 'cases'>, 'and' | 'eb' | 'or'>) =>
    and([
      eb('cases.hashes', '=', '[]'),
      or([eb('cases.hash_after', 'is', null), eb('cases.hash_after', '<=', now)]),
    ])
}

/**
 * The other transfers of an account that hold one of these files, under whatever name, alone or among others, as far as the
 * service can read them. Empty files count for nothing.
 */
async function findSame(
  services: Services,
  { transfer_id, uploader_id }: Pick<CasesRow, 'transfer_id' | 'uploader_id'>,
  hashes: readonly Hash[],
  stopping: AbortSignal,
): Promise<string[]> {
  const known = new Set(hashes.map(({ sha256 }) => sha256).filter((sha256) => sha256 !== emptySha256))
  if (uploader_id === null || known.size === 0) return []
  const sizes = new Set(hashes.map(({ size }) => size).filter((size) => size > 0))
  const smallest = Math.min(...sizes)
  const candidates = await services.database
    .selectFrom('transfers')
    .select('id')
    // guard: same content of the same account alone -> tests/http/moderation/consequences.test.ts "with the same content along"
    .where('owner_id', '=', uploader_id)
    .where('state', '=', 'ready')
    .where('id', '!=', transfer_id)
    .where('size', '<=', limits.size)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('files')
          .select('files.id')
          .whereRef('files.transfer_id', '=', 'transfers.id')
          // A packed file is known only by the total size of its contents.
          .where(({ eb, or }) =>
            or([
              eb('files.size', 'in', [...sizes]),
              eb.and([eb('files.packed', '=', 1), eb('files.original_size', '>=', smallest)]),
            ]),
          ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(maxCompared)
    .execute()
  const same: string[] = []
  for (const { id } of candidates) {
    const theirs = await hashFiles(services, id, stopping, sizes).catch((error: unknown) => {
      if (error instanceof Failure) return []
      throw error
    })
    if (theirs.some(({ sha256 }) => known.has(sha256))) same.push(id)
  }
  return same
}

/**
 * @param sizes in bytes, of the files that are hashed; all by default
 * @throws Failure for what the service cannot read, BlobStoreFailure, and the reason of `stopping`
 */
async function hashFiles(
  services: Services,
  transferId: string,
  stopping: AbortSignal,
  sizes?: ReadonlySet<number>,
): Promise<Hash[]> {
  try {
    const { openMembers } = await openReported(services, transferId)
    const members = await openMembers()
    const hashes: Hash[] = []
    for await (const entry of members.entries(0, limits.files)) {
      const { path: filename, size } = entry.line
      if (sizes && !sizes.has(size)) continue
      const hash = createHash('sha256')
      for await (const chunk of readEntry(entry, 0, size)) {
        stopping.throwIfAborted()
        hash.update(chunk)
        await breathe()
      }
      hashes.push({ filename, size, sha256: hash.digest('hex') })
    }
    return hashes
  } catch (error) {
    await recordDamage(services, error)
    throw error
  }
}
