import { removeOldConfirmed } from '#server/identity/addresses/confirmed-addresses.ts'
import { removeOldCodes } from '#server/identity/addresses/mail-codes.ts'
import type { BlobStoreFailure } from '#server/platform/blobs/blob-store.ts'
import { workInSets } from '#server/platform/queue/work-in-sets.ts'
import type { Services } from '#server/platform/services.ts'
import { reviewDamageAlarm } from '../content/damaged-blobs.ts'
import { settleLapsed } from '../download/deliveries/settle-lapsed.ts'
import { dayOf } from '../keys/day-keys.ts'
import { sweepArrivals } from '../model/arrivals/arrival-rows.ts'
import { reviewTotalAlarm } from '../upload/claims/storage-total.ts'
import { removeAbandonedUploads } from './abandoned-uploads.ts'
import { endExpired } from './end-expired.ts'
import { createLapsedLinkSweep } from './lapsed-links.ts'
import { notifyExpiring } from './notify-expiring.ts'
import { createOrphanSweep, grace } from './orphans.ts'
import { removeEndedBlobs } from './remove-ended-blobs.ts'

const DAY = 24 * 60 * 60_000
/** How long an ended transfer's row still says what became of it. */
export const rowLife = 30 * DAY
/** How long the history of a transfer says from which network something was done. */
export const networkLife = 7 * DAY

/** Work that a sweep could not do: the next one tries again. */
type Swept = {
  /** Why blobs of ended transfers, or of uploads whose time is up, could not be removed. */
  readonly failures: readonly BlobStoreFailure[]
  /** When the database is not sound, what it shows no need for was kept. */
  readonly isDatabaseSound: boolean
}

/**
 * Makes the sweep. Each run ends what has expired or has no open link left, and clears away what has ended: slots and tickets
 * first, then blobs, then rows past their time, then what no row needs, of uploads, day keys and blobs: only while the database
 * is sound, for one that is damaged may not show the rows that do. At last come stages. It may be stopped and repeated at any
 * point.
 */
export function createSweep(services: Services): (signal?: AbortSignal) => Promise<Swept> {
  const { database, engine, blobs, clock, log } = services
  const endByLapsedLinks = createLapsedLinkSweep(services)
  const removeOrphans = createOrphanSweep(services)
  return async (signal) => {
    // Waited for here, because on SQLite the look through a large file keeps the WAL from being copied back: one of 400 MB
    // made everybody wait when it was cut down.
    await engine.isSound()
    await settleLapsed(services)
    await endExpired(services, signal)
    await endByLapsedLinks(signal)
    await notifyExpiring(services, signal)
    const { failures } = await removeEndedBlobs(services, signal)
    if (failures.length > 0)
      log.error({ err: failures[0] }, 'blobs of ended transfers could not be removed yet')
    await reviewDamageAlarm(services)
    const now = clock.now()
    await database
      .deleteFrom('reservations')
      .where('expires_at', '<=', now)
      // A reservation that has lapsed since is settled before it is deleted.
      .where(({ and, eb, or }) =>
        or([eb('until', 'is', null), and([eb('until', '<=', now), eb('counted', '=', 1)])]),
      )
      .execute()
    await database.deleteFrom('upload_claims').where('until', '<=', now).execute()
    await reviewTotalAlarm(services)
    await sweepArrivals(services)
    await database.deleteFrom('upload_steps').where('expires_at', '<=', now).execute()
    await database.deleteFrom('rate_limits').where('free_at', '<=', now).execute()
    await removeOldCodes(services)
    await removeOldConfirmed(services)
    await forgetNetworks(services, now - networkLife, signal)
    await forgetTransfers(services, now - rowLife, signal)
    // guard: orphans: none while the database is damaged -> tests/http/downloads/sweep.test.ts "because it shows no row"
    //   await engine.isSound() becomes true
    const isDatabaseSound = await engine.isSound()
    if (isDatabaseSound) {
      const abandoned = await removeAbandonedUploads(services, signal)
      if (abandoned.length > 0)
        log.error({ err: abandoned[0] }, 'uploads whose time is up could not be removed yet')
      failures.push(...abandoned)
      await removeDayKeys(services)
      await removeOrphans(signal)
    } else if (engine.isDamaged()) {
      log.error('the database is damaged: uploads, keys and blobs that nothing seems to need are kept')
    }
    // Last: where the store is away, keys have been destroyed all the same.
    for (const store of blobs.all) await store.sweepStages(now - grace)
    return { failures, isDatabaseSound }
  }
}

/** Takes from the timelines where things came from that happened before `before`. */
async function forgetNetworks(
  { database }: Services,
  before: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  await workInSets(async (size) => {
    const old = database
      .selectFrom('transfer_events')
      .select('id')
      .where('network', 'is not', null)
      .where('at', '<=', before)
      .limit(size)
    const changed = await database
      .updateTable('transfer_events')
      .set({ network: null })
      .where('id', 'in', old)
      .executeTakeFirst()
    return Number(changed.numUpdatedRows)
  }, signal)
}

/** Deletes the rows of transfers that ended before `before`, with all that refers to them. */
async function forgetTransfers(
  { database }: Services,
  before: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  await workInSets(async (size) => {
    const old = database
      .selectFrom('transfers')
      .select('id')
      .where('cleared', '=', 1)
      .where('ended_at', '<', before)
      .limit(size)
    const deleted = await database.deleteFrom('transfers').where('id', 'in', old).executeTakeFirst()
    return Number(deleted.numDeletedRows)
  }, signal)
}

/**
 * A day's key goes once its day is over and its last transfer has ended. One more day is waited, so that an upload that ends
 * around midnight never finds its key gone.
 */
async function removeDayKeys({ database, clock }: Services): Promise<void> {
  await database
    .deleteFrom('day_keys')
    // guard: day key of the days to come -> tests/http/downloads/sweep.test.ts "of a day to come"
    .where('day', '<', dayOf(clock.now() - DAY))
    .where(({ not, exists, selectFrom }) =>
      // guard: day key of unfinished uploads -> tests/http/downloads/sweep.test.ts "that an upload needs"
      //   whereRef('uploads.key_day', '=', 'day_keys.day') becomes where('uploads.key_day', '=', 'never')
      not(exists(selectFrom('uploads').select('file_id').whereRef('uploads.key_day', '=', 'day_keys.day'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transfers')
            .select('transfers.id')
            // guard: day key of live transfers -> tests/http/downloads/sweep.test.ts "that a transfer needs"
            //   whereRef('transfers.key_day', '=', 'day_keys.day') becomes where('transfers.key_day', '=', 'never')
            .whereRef('transfers.key_day', '=', 'day_keys.day')
            .where('transfers.ended_at', 'is', null),
        ),
      ),
    )
    .execute()
}
