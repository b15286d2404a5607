import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { GIB } from '#contract/transfers/limits.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { openReported } from '#server/transfers/download/open-reported.ts'
import { readEntry } from '#server/transfers/members/open-members.ts'

/** What is larger, or has more files, is hashed by those who open it. */
const limits = { size: 4 * GIB, files: 1000 }

/**
 * Takes the SHA-256 of the files of disabled transfers, while nobody waits, as far as the service can read them: a case keeps
 * them when its transfer is gone.
 */
export function hashEvidence(services: Services): void {
  services.background.run('hash evidence', async (stopping) => {
    const cases = await services.database
      .selectFrom('cases')
      .innerJoin('transfers', 'transfers.id', 'cases.transfer_id')
      .select(['cases.id', 'cases.transfer_id'])
      .where('cases.state', 'in', ['disabled', 'appealed'])
      .where('cases.hashes', '=', '[]')
      .where('transfers.state', '=', 'disabled')
      .where('transfers.size', '<=', limits.size)
      .limit(100)
      .execute()
    for (const { id, transfer_id } of cases) {
      if (stopping.aborted) return
      const hashes = await hashFiles(services, transfer_id, stopping)
      if (hashes === undefined) continue
      await services.database
        .updateTable('cases')
        .set({ hashes: JSON.stringify(hashes) })
        .where('id', '=', id)
        .execute()
    }
  })
}

/** @returns undefined for what the service cannot read, or not now */
async function hashFiles(services: Services, transferId: string, stopping: AbortSignal) {
  try {
    const { openMembers } = await openReported(services, transferId)
    const members = await openMembers()
    const hashes: { filename: string; sha256: string }[] = []
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
