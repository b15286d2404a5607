import type { MlKemAlgorithm } from '#contract/accounts/keys.ts'
import type { FilesOfKeys } from '#server/keys/files-of-keys.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { isNotDisabled, lockPassing } from '../model/kept-transfers.ts'
import { endTransfers } from '../model/transfers-table.ts'
import { closeKeylessRequests } from './close-keyless.ts'

/** Most files that are named of those that would be lost. */
const maxNamed = 100
/** Transfers that are ended at a time. */
const batch = 1000

/** Transfers that key pairs open, for the routes of keys. */
export function filesOfKeys(services: Pick<Services, 'database' | 'clock' | 'keyRing'>): FilesOfKeys {
  const { database, clock } = services
  /** A person has one pair of a kind at a time, and an earlier one took its files along: all these are of this one. */
  function lockedWith(connection: Database, userId: string, algorithm: MlKemAlgorithm) {
    return (
      connection
        .selectFrom('transfers')
        .where('owner_id', '=', userId)
        .where('encryption_method', '=', algorithm)
        .where('ended_as', 'is', null)
        // Disabled transfers are evidence, and stay.
        .where(isNotDisabled)
        .where('transfers.expires_at', '>', clock.now())
    )
  }
  return {
    async preview(userId, algorithm) {
      const lost = lockedWith(database, userId, algorithm).where('password_protected', '=', 0)
      const named = await lost
        .innerJoin('links', (join) =>
          join.onRef('links.transfer_id', '=', 'transfers.id').on('links.kind', '=', 'main'),
        )
        .select(['links.id', 'transfers.name', 'transfers.expires_at'])
        .orderBy('transfers.expires_at')
        .limit(maxNamed)
        .execute()
      const counts = await lockedWith(database, userId, algorithm)
        .select(({ fn }) => [
          fn.countAll<number>().as('all'),
          fn.sum<number | null>('password_protected').as('kept'),
        ])
        .executeTakeFirstOrThrow()
      const keptCount = counts.kept ?? 0
      return {
        lost: named.map(({ id, name, expires_at }) => ({
          id,
          filename: name,
          expiresAt: new Date(expires_at).toISOString(),
        })),
        lostCount: counts.all - keptCount,
        keptCount,
      }
    },
    async endLost(transaction, userId, algorithm) {
      await closeKeylessRequests(services, transaction, userId)
      if (algorithm === 'x-wing') return 0
      for (let ended = 0; ; ) {
        const lost = await lockedWith(transaction, userId, algorithm)
          .where('password_protected', '=', 0)
          .select('transfers.id')
          .limit(batch)
          .execute()
        const found = lost.map(({ id }) => id)
        // guard: evidence that is disabled while its key pair is deleted -> tests/http/moderation/changed-meanwhile.test.ts "end of the key pair" on postgres
        //   await lockPassing(transaction, found, isNotDisabled) becomes found
        const ids = await lockPassing(transaction, found, isNotDisabled)
        ended += (await endTransfers(services, transaction, ids, 'deleted', clock.now())).length
        if (lost.length < batch) return ended
      }
    },
  }
}
