import { GIB, MIB } from '#contract/transfers/limits.ts'
import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/** Most free space that an upload holds for its remaining bytes: `first`, and `perByte` for each byte stored. */
const hold = { first: 16 * MIB, perByte: 64 }
/** How long it is held without further bytes, in milliseconds. */
export const holdLife = 10 * 60_000
/**
 * Most that one network holds against all others: a share of the space, or `perByte` for each byte stored from there, if that
 * is more.
 */
const network = { share: 1 / 2, perByte: 16 }
/** With less room than this the disk is asked again: what it said a moment ago may be older than what was stored since. */
const enoughForAMoment = 4 * GIB

/** Bytes that are about to be stored. */
type Coming = {
  /** Id of its claim, which does not count against it; empty without one. */
  readonly id: string
  readonly network: string
  /** Still to come. */
  readonly bytes: number
  /** Since when its claim holds: later ones are not in its way. Infinity for a newcomer, which counts all. */
  readonly since: number
}

/**
 * The room that is left of the free space beside all that is held and beside what is coming; below zero where it does not fit.
 * Infinity where the store has no bounds.
 */
export async function findRoom(
  { blobs, config, database, clock }: Services,
  coming: Coming,
): Promise<number> {
  const free = await blobs.default.freeSpace()
  if (!Number.isFinite(free)) return Number.POSITIVE_INFINITY
  const { id, since } = coming
  const now = clock.now()
  // A claim that is held for longer was made by a clock that was ahead.
  const values = { id, now, soon: now + 2 * holdLife, since: Math.min(since, Number.MAX_SAFE_INTEGER) }
  const { rows } = await heldByNetwork(database, values)
  const roomIn = (space: number) => {
    const usable = space - config.FREE_SPACE_KEPT
    // guard: claims count against free space -> tests/http/uploads/upload-claims.test.ts "count against the free space"
    //   drops  - sumHeld(rows, coming.network, usable)
    return usable - coming.bytes - smallUploads(blobs).bytes - sumHeld(rows, coming.network, usable)
  }
  const room = roomIn(free)
  return room < enoughForAMoment ? roomIn(await blobs.default.freeSpace('now')) : room
}

/** Refuses what would use up the space to be kept free. @throws Failure STORAGE_FULL */
export async function assertSpace(services: Services, coming: Coming): Promise<void> {
  // guard: free space is kept -> tests/http/hostile/bad-input.test.ts "finds the disk full"
  if ((await findRoom(services, coming)) < 0) throw new Failure('STORAGE_FULL')
}

type Held = {
  readonly network: string
  readonly held: number
  readonly left: number
  readonly stored: number
}

/** Bytes that are held against an upload: from its own network all that was declared there. */
function sumHeld(rows: readonly Held[], own: string, usable: number): number {
  return rows.reduce((sum, { network: from, held, left, stored }) => {
    const most = Math.max(usable * network.share, stored * network.perByte)
    // guard: a share of the free space for one network -> tests/long/http/held-space.test.ts "one stranger who announces"
    //   Math.min(held, most) becomes held
    return sum + (from === own ? left : Math.min(held, most))
  }, 0)
}

/**
 * Space that uploads under way hold for bytes not yet stored, by network. Those of a release without these columns hold all
 * that they have declared.
 */
const heldByNetwork = compileQuery(
  (
    database: Database,
    { id, now, soon, since }: Placeholders<{ id: string; now: number; soon: number; since: number }>,
  ) =>
    database
      .selectFrom('upload_claims')
      .select(({ eb, fn, ref }) => {
        const left = eb(ref('bytes'), '-', ref('stored'))
        const grown = eb(eb(ref('stored'), '*', eb.lit(hold.perByte)), '+', eb.lit(hold.first))
        const held = eb
          .case()
          .when('held_until', 'is', null)
          .then(left)
          .when(left, '<', grown)
          .then(left)
          // guard: an upload holds little before its bytes come -> tests/long/http/held-space.test.ts "one stranger who announces"
          //   grown becomes left
          .else(grown)
          .end()
        return [
          'network',
          fn.sum<number>(held).as('held'),
          fn.sum<number>(left).as('left'),
          fn.sum<number>('stored').as('stored'),
        ]
      })
      .where('until', '>', now)
      .where('id', '!=', id)
      .where(({ eb, or, and, fn }) => {
        const from = fn.coalesce('held_since', eb.lit(0))
        return and([
          or([eb('held_until', 'is', null), and([eb('held_until', '>', now), eb('held_until', '<', soon)])]),
          // guard: an upload that holds is not in the way of earlier ones -> tests/long/http/held-space.test.ts "by one that came later"
          or([eb(from, '<', since), and([eb(from, '=', since), eb('id', '<', id)])]),
        ])
      })
      .groupBy('network'),
)

type SmallUploads = { bytes: number }

/** Small uploads that this process has under way, as long as there is room enough to spare them a row. */
export function smallUploads(blobs: Services['blobs']): SmallUploads {
  const known = small.get(blobs) ?? { bytes: 0 }
  small.set(blobs, known)
  return known
}

const small = new WeakMap<Services['blobs'], SmallUploads>()
