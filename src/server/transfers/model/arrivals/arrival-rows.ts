import { sql } from 'kysely'
import { newId } from '#crypto/random-id.ts'
import type { Database } from '#server/platform/database/database.ts'
import { databaseNow } from '#server/platform/database/database-engine.ts'
import type { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { goneAfter } from '#server/schema/other-releases.ts'
import type { ArrivalEnd, ArrivalsRow } from '#server/schema/tables/arrival-tables.ts'

/** The migration that every running release has to have before links are given out early. */
const needed = '0024-arrivals'
/** How long an ended arrival says why it ended, in milliseconds. */
const endedLife = 24 * 60 * 60_000

/**
 * Whether links can be given out before their transfers are there: not while an instance of an older release runs, which would
 * give a finished upload another link.
 */
export async function canPromiseLinks(
  services: Pick<Services, 'database' | 'engine' | 'clock'>,
): Promise<boolean> {
  const older = await services.database
    .selectFrom('instances')
    .select('id')
    .where('steps', '<', needed)
    .where('seen_at', '>', sql<number>`${databaseNow(services)} - ${sql.lit(goneAfter)}`)
    .limit(1)
    .executeTakeFirst()
  return older === undefined
}

type NewArrival = Pick<
  ArrivalsRow,
  'upload_id' | 'owner_id' | 'title' | 'sender_name' | 'method' | 'total'
> & {
  /** When it ends by itself, in milliseconds since 1970. */
  readonly expiresAt: number
}

/** Enters the link of an upload that has begun. @returns its id */
export async function insertArrival(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { expiresAt, linkId = newId(), ...about }: NewArrival & { readonly linkId?: string },
): Promise<string> {
  const now = clock.now()
  await database
    .insertInto('arrivals')
    .values({
      ...about,
      link_id: linkId,
      received: 0,
      seen_at: now,
      ended_as: null,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return linkId
}

/** Begins an upload anew that broke off, under the link that it had. */
export async function reviveArrival(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  linkId: string,
  { expiresAt, ...about }: NewArrival,
): Promise<void> {
  await database
    .updateTable('arrivals')
    .set({ ...about, received: 0, seen_at: clock.now(), ended_as: null, expires_at: expiresAt })
    .where('link_id', '=', linkId)
    .where('ended_as', '=', 'stopped')
    .execute()
}

/** The link of a resumable upload, if it was given out. @param uploadId `transfer_id` of its row */
export async function findLinkOfUpload(database: Database, uploadId: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('arrivals')
    .select('link_id')
    .where('upload_id', '=', uploadId)
    .where('ended_as', 'is', null)
    .executeTakeFirst()
  return row?.link_id
}

/** Adds what a form says of its transfer, once that has arrived. */
export async function describeArrival(
  database: Database,
  linkId: string,
  about: Pick<ArrivalsRow, 'title' | 'sender_name' | 'method'>,
): Promise<void> {
  await database
    .updateTable('arrivals')
    .set(about)
    .where('link_id', '=', linkId)
    .where('ended_as', 'is', null)
    .execute()
}

/** Removes the row of an upload whose transfer is committed in the same transaction. */
export async function removeArrival(transaction: Database, linkId: string): Promise<void> {
  await transaction.deleteFrom('arrivals').where('link_id', '=', linkId).execute()
}

/** Says why there will be no transfer behind a link; what was typed goes at once. */
export async function endArrival(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  by: { readonly linkId: string } | { readonly uploadId: string },
  reason: ArrivalEnd,
): Promise<void> {
  await database
    .updateTable('arrivals')
    .set({
      ended_as: reason,
      title: null,
      sender_name: null,
      owner_id: null,
      expires_at: clock.now() + endedLife,
    })
    .where('linkId' in by ? 'link_id' : 'upload_id', '=', 'linkId' in by ? by.linkId : by.uploadId)
    .where('ended_as', 'is', null)
    .execute()
}

/** The end that receivers see of an upload that failed. */
export function endOf({ code }: Pick<Failure, 'code'>): ArrivalEnd {
  if (code === 'VIRUS_DETECTED') return 'virus'
  return code === 'UPLOAD_INCOMPLETE' || code === 'REQUEST_TIMEOUT' || code === 'SHUTTING_DOWN'
    ? 'stopped'
    : 'refused'
}

/** Ends arrivals whose time is up, and forgets those that ended a day ago. */
export async function sweepArrivals({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  await database.deleteFrom('arrivals').where('expires_at', '<=', clock.now()).execute()
}
