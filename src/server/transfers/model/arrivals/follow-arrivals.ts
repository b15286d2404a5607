import { pollWhile } from '#server/platform/background/poll-while.ts'
import type { Services } from '#server/platform/services.ts'
import type { ArrivalEnd } from '#server/schema/tables/arrival-tables.ts'
import { beatEvery } from './report-arrival.ts'

/** Milliseconds between polls of the table, for all receivers of this instance together. */
const pollInterval = 500
/** Milliseconds without a sign of life after which an upload counts as paused. */
const pausedAfter = 3 * beatEvery
/** Links that are read with one query. */
const page = 500

/** How an upload stands. */
export type ArrivalState =
  | {
      readonly is: 'arriving'
      readonly received: number
      readonly total: number
      readonly pausedSince: number | undefined
    }
  | { readonly is: 'ready' }
  | { readonly is: 'ended'; readonly reason: ArrivalEnd }

type ArrivalListener = {
  /** Called at every poll. */
  seen(state: ArrivalState): void
  /** The table cannot be read. Nothing follows. */
  failed(error: unknown): void
}

type Followed = {
  readonly all: Set<ArrivalListener>
  seenAt: number
  /** Measured by performance.now(), since clocks of other instances may differ. */
  changedAt: number
}

/** Listens to the arrival behind a link until the returned function is called. */
export type FollowArrivals = (linkId: string, listener: ArrivalListener) => () => void

/** Follows uploads in the table, where every instance reports them. */
export function createArrivalFollower({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): FollowArrivals {
  const followed = new Map<string, Followed>()

  async function read(ids: readonly string[]): Promise<Map<string, ArrivalState>> {
    const found = new Map<string, ArrivalState>()
    const rows = await database
      .selectFrom('arrivals')
      .select(['link_id', 'total', 'received', 'seen_at', 'ended_as'])
      .where('link_id', 'in', ids)
      .where('expires_at', '>', clock.now())
      .execute()
    for (const { link_id, total, received, seen_at, ended_as } of rows) {
      const pausedSince = pauseOf(followed.get(link_id), seen_at)
      found.set(
        link_id,
        ended_as === null
          ? { is: 'arriving', received, total, pausedSince }
          : { is: 'ended', reason: ended_as },
      )
    }
    const gone = ids.filter((id) => !found.has(id))
    if (gone.length === 0) return found
    const links = await database.selectFrom('links').select('id').where('id', 'in', gone).execute()
    for (const { id } of links) found.set(id, { is: 'ready' })
    for (const id of gone) if (!found.has(id)) found.set(id, { is: 'ended', reason: 'stopped' })
    return found
  }
  function pauseOf(one: Followed | undefined, seenAt: number): number | undefined {
    if (!one) return undefined
    const now = performance.now()
    if (one.seenAt !== seenAt) {
      // The first poll goes by the clock, later ones by whether the sign changes.
      const age = one.seenAt === 0 ? Math.max(0, clock.now() - seenAt) : 0
      one.seenAt = seenAt
      one.changedAt = now - age
    }
    return now - one.changedAt > pausedAfter ? seenAt : undefined
  }
  async function pollAll() {
    const ids = [...followed.keys()]
    try {
      for (let at = 0; at < ids.length; at += page) {
        for (const [id, state] of await read(ids.slice(at, at + page)))
          for (const listener of followed.get(id)?.all ?? []) listener.seen(state)
      }
    } catch (error) {
      for (const { all } of followed.values()) for (const listener of all) listener.failed(error)
    }
  }
  const pollLater = pollWhile({
    interval: pollInterval,
    isNeeded: () => followed.size > 0,
    poll: pollAll,
  })
  return (linkId, listener) => {
    const one = followed.get(linkId) ?? { all: new Set(), seenAt: 0, changedAt: 0 }
    followed.set(linkId, one)
    one.all.add(listener)
    pollLater()
    return () => {
      one.all.delete(listener)
      if (one.all.size === 0 && followed.get(linkId) === one) followed.delete(linkId)
    }
  }
}
