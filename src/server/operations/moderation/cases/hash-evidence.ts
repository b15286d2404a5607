import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { GIB } from '#contract/transfers/limits.ts'
import type { CasesRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { openReported } from '#server/transfers/download/open-reported.ts'
import { readEntry } from '#server/transfers/members/open-members.ts'

/** What is larger, or has more files, is hashed by those who open it. */
const limits = { size: 4 * GIB, files: 1000 }
/** So many other transfers of an uploader are compared. */
const maxCompared = 50

type Hash = { readonly filename: string; readonly sha256: string }

/**
 * Takes the SHA-256 of the files of disabled transfers, while nobody waits, as far as the service can read them: a case keeps
 * them when its transfer is gone. With them it learns which other transfers of the same account hold the same files.
 */
export function hashEvidence(services: Services): void {
  services.background.run('hash evidence', async (stopping) => {
    const cases = await services.database
      .selectFrom('cases')
      .innerJoin('transfers', 'transfers.id', 'cases.transfer_id')
      .select(['cases.id', 'cases.transfer_id', 'cases.uploader_id'])
      .where('cases.state', 'in', ['disabled', 'appealed', 'decided'])
      .where('cases.hashes', '=', '[]')
      .where('transfers.state', '=', 'disabled')
      .where('transfers.size', '<=', limits.size)
      .orderBy('cases.opened_at', 'desc')
      .limit(100)
      .execute()
    for (const { id, transfer_id, uploader_id } of cases) {
      if (stopping.aborted) return
      const hashes = await hashFiles(services, transfer_id, stopping)
      if (hashes === undefined) continue
      const same = await findSame(services, { transfer_id, uploader_id }, hashes, stopping)
      // Not all were looked at: the next run does, since the case has no hashes yet.
      if (stopping.aborted) return
      await services.database
        .updateTable('cases')
        .set({ hashes: JSON.stringify(hashes), same_content: JSON.stringify(same) })
        .where('id', '=', id)
        .execute()
    }
  })
}

/** The other transfers of an account that hold one of these files, under whatever name, as far as the service can read them. */
async function findSame(
  services: Services,
  { transfer_id, uploader_id }: Pick<CasesRow, 'transfer_id' | 'uploader_id'>,
  hashes: readonly Hash[],
  stopping: AbortSignal,
): Promise<string[]> {
  if (uploader_id === null || hashes.length === 0) return []
  const sizes = services.database.selectFrom('files').select('size').where('transfer_id', '=', transfer_id)
  const candidates = await services.database
    .selectFrom('transfers')
    .select('id')
    .where('owner_id', '=', uploader_id)
    .where('state', '=', 'ready')
    .where('id', '!=', transfer_id)
    .where('size', '<=', limits.size)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('files')
          .select('files.id')
          .whereRef('files.transfer_id', '=', 'transfers.id')
          .where('files.size', 'in', sizes),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(maxCompared)
    .execute()
  const known = new Set(hashes.map(({ sha256 }) => sha256))
  const same: string[] = []
  for (const { id } of candidates) {
    const theirs = await hashFiles(services, id, stopping)
    if (theirs?.some(({ sha256 }) => known.has(sha256))) same.push(id)
  }
  return same
}

/** @returns undefined for what the service cannot read, or not now */
async function hashFiles(services: Services, transferId: string, stopping: AbortSignal) {
  try {
    const { openMembers } = await openReported(services, transferId)
    const members = await openMembers()
    const hashes: Hash[] = []
    for await (const entry of members.entries(0, limits.files)) {
      const hash = createHash('sha256')
      for await (const piece of readEntry(entry, 0, entry.line.size)) {
        if (stopping.aborted) return undefined
        hash.update(piece)
        await breathe()
      }
      hashes.push({ filename: entry.line.path, sha256: hash.digest('hex') })
    }
    return hashes
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}
