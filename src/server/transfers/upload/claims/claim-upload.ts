import { GIB, MIB } from '#contract/transfers/limits.ts'
import { newId } from '#crypto/random-id.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import type { Sender } from '../../sender/sender.ts'
import { insertClaim, releaseClaim } from './claim-rows.ts'
import { assertSpace, findRoom, holdLife, smallUploads } from './free-space.ts'
import { assertTotal } from './storage-total.ts'

/** Bytes that an upload under way has declared: they count against the sender, the network and the free space. */
export type UploadClaim = {
  /** Row of the claim; null for an upload too small to claim anything. */
  readonly id: string | null
  /**
   * Records that `stored` bytes are stored and only the rest is still to come, and checks the free space again. @throws Failure
   * STORAGE_FULL
   */
  progress(stored: number): Promise<void>
  /** Ends the claim. Repeating it is fine. */
  release(): Promise<void>
}

/** Bytes between two updates of a claim, with a check of the free space: less often in a longer upload. */
const claimStep = { least: MIB, most: 64 * MIB }
/** A claim of a form that shows no progress for so long is void. */
const formClaimLife = 30 * 60_000
/** Smaller uploads are over before a claim would matter, and are not slowed down by one. */
const minClaim = 16 * MIB
/** With less room than this small uploads are claimed in the table as well, where other processes see them. */
const enoughForSmall = GIB

/** Bytes until the next update of the claim. */
export function nextStep(stored: number): number {
  return Math.min(claimStep.most, Math.max(claimStep.least, stored))
}

/** Bytes that an upload of unknown length holds in advance. */
function ahead(stored: number): number {
  return Math.min(claimStep.most, stored)
}

/**
 * Claims what an upload has declared, before its first byte.
 * @param declared bytes of the whole upload; undefined when the sender does not say
 * @throws Failure STORAGE_QUOTA_EXCEEDED, STORAGE_FULL, RATE_LIMITED, INVALID_TOKEN
 */
export async function claimUpload(
  services: Services,
  sender: Sender,
  declared: number | undefined,
): Promise<UploadClaim> {
  const { database, clock, config } = services
  const { visitor } = sender
  const network = networkOf(sender.address)
  const { transferSize } = policyFor(sender.principal, config)
  // If a visitor declares no size, as much is claimed as may come.
  const orLess = visitor !== undefined && declared === undefined
  // More is refused when it comes; a form is a little longer than its files.
  const bytes = Math.min(orLess ? (visitor.largestUpload ?? transferSize) : (declared ?? 0), transferSize)
  // A request counts each, as does a service with a total.
  const isSmall = bytes < minClaim && !visitor && config.STORAGE_TOTAL === undefined
  const small = isSmall ? await claimSmall(services, network, declared) : undefined
  if (small) return small
  const id = newId()
  const until = () => clock.now() + formClaimLife
  const since = clock.now()
  const granted = await insertClaim(services, sender, { id, bytes, until: until(), orLess })
  /** An upload of unknown length also holds what may come before its next check. */
  function moved(stored: number): { bytes: number; stored: number } {
    if (orLess) return { bytes: granted, stored: Math.max(0, granted - ahead(stored)) }
    if (declared === undefined) return { bytes: stored + ahead(stored), stored }
    return { bytes: granted, stored: Math.min(granted, stored) }
  }
  return {
    id,
    async progress(stored) {
      const now = moved(stored)
      await database
        .updateTable('upload_claims')
        .set({ ...now, until: until(), held_until: clock.now() + holdLife })
        .where('id', '=', id)
        .execute()
      // guard: free space while a form arrives -> tests/http/uploads/upload-claims.test.ts "runs short while a form arrives"
      await assertSpace(services, { id, network, bytes: now.bytes - now.stored, since })
      if (declared === undefined) await assertTotal(services)
    },
    release: () => releaseClaim(database, id),
  }
}

/**
 * Claims room for a small upload in this process only, while there is plenty: a row of each would slow them down.
 * @returns undefined where room is short
 */
async function claimSmall(
  services: Services,
  network: string,
  declared: number | undefined,
): Promise<UploadClaim | undefined> {
  const all = smallUploads(services.blobs)
  const coming = { id: '', network, bytes: 0, since: Number.POSITIVE_INFINITY }
  let claimed = 0
  function set(bytes: number): void {
    all.bytes += bytes - claimed
    claimed = bytes
  }
  const release = async () => set(0)
  // Counted before room is looked for: of many at the same time each counts the others.
  set(declared ?? 0)
  try {
    // guard: free space before a small upload -> tests/http/hostile/bad-input.test.ts "finds the disk full"
    //   (await findRoom(services, coming)) >= enoughForSmall becomes true
    if ((await findRoom(services, coming)) >= enoughForSmall)
      return {
        id: null,
        async progress(stored) {
          set(declared ?? ahead(stored))
          await assertSpace(services, coming)
        },
        release,
      }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return undefined
}
