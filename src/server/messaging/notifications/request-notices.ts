import type { ExpressionBuilder } from 'kysely'
import { newId } from '#crypto/random-id.ts'
import type { Database, RequestsRow, Tables } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import type { Services } from '#server/platform/services.ts'
import type { EventOf } from '#server/schema/event-kinds.ts'
import { mailSite, requestNoticeMail } from '../mail/compose-mails.ts'
import { textsIn } from '../mail/mail-texts.ts'
import { queueMail } from '../mail/outbox.ts'

const MINUTE = 60_000
/** Milliseconds between mails about one request; uploads that arrive meanwhile are mailed together. */
const digestEvery = 15 * MINUTE
/** Milliseconds by which a mail must be dated ahead of now to have been dated by a clock that was ahead. */
const slack = 5 * MINUTE
/** Digests that are written at a time. */
const batch = 100

type Needs = Pick<Services, 'config' | 'clock' | 'keyRing'>

/** Notifies the owner of a request of what has arrived, or that it has ended. */
export async function notifyRequester(
  services: Needs,
  transaction: Database,
  event: EventOf<'request.received' | 'request.key-deleted'>,
): Promise<void> {
  const { userId, at, kind, payload } = event
  if (userId === null) return
  const request = await transaction
    .updateTable('requests')
    .set(({ eb }) => ({ unmailed: eb('unmailed', '+', kind === 'request.received' ? 1 : 0) }))
    .where('id', '=', payload.requestId)
    .where('owner_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
  if (!request) return
  await transaction
    .insertInto('notifications')
    .values({
      id: newId(),
      user_id: userId,
      transfer_id: request.id,
      link_id: request.id,
      kind: kind === 'request.received' ? 'received' : 'request-closed',
      filename: request.title,
      times: 1,
      happened_at: at,
      read_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['transfer_id', 'kind']).doUpdateSet(({ eb }) => ({
        times: eb('notifications.times', '+', 1),
        filename: request.title,
        happened_at: at,
        read_at: null,
      })),
    )
    .execute()
  if (kind === 'request.key-deleted') await mailOwner(services, transaction, request, 'keyDeleted')
  else if (isDue(request, services.clock.now())) await mailDigest(services, transaction, request)
}

function isDue({ mailed_at }: RequestsRow, now: number): boolean {
  return mailed_at === null || mailed_at <= now - digestEvery || mailed_at > now + slack
}

/** The same, asked of the table. */
function isDueAt(now: number) {
  return ({ eb, or }: ExpressionBuilder<Tables, 'requests'>) =>
    or([
      eb('mailed_at', 'is', null),
      eb('mailed_at', '<=', now - digestEvery),
      eb('mailed_at', '>', now + slack),
    ])
}

/** Mails what has arrived since the last digest of each request whose quarter of an hour is over. A job calls it. */
export async function mailRequestDigests(
  services: Needs & Pick<Services, 'database' | 'dispatcher'>,
): Promise<void> {
  const { database, clock, dispatcher } = services
  for (;;) {
    const mailed = await transact(database, async (transaction) => {
      const due = await transaction
        .selectFrom('requests')
        .selectAll()
        .where('unmailed', '>', 0)
        .where(isDueAt(clock.now()))
        .orderBy('mailed_at')
        .limit(batch)
        .execute()
      for (const request of due) await mailDigest(services, transaction, request)
      return due.length
    })
    if (mailed < batch) break
  }
  dispatcher.wake()
}

async function mailDigest(services: Needs, transaction: Database, { id }: RequestsRow): Promise<void> {
  const now = services.clock.now()
  // Locks the row and reads it again, so that one of two instances mails.
  const request = await transaction
    .updateTable('requests')
    .set({ mailed_at: now })
    .where('id', '=', id)
    .where(isDueAt(now))
    .where('unmailed', '>', 0)
    .returningAll()
    .executeTakeFirst()
  if (!request) return
  await transaction.updateTable('requests').set({ unmailed: 0 }).where('id', '=', id).execute()
  await mailOwner(services, transaction, request, { received: request.unmailed })
}

async function mailOwner(
  services: Needs,
  transaction: Database,
  { id, title, owner_id }: RequestsRow,
  event: { readonly received: number } | 'keyDeleted',
): Promise<void> {
  const owner = await transaction
    .selectFrom('users')
    .select(['email', 'language', 'wants_notifications', 'is_active'])
    .where('id', '=', owner_id)
    .executeTakeFirst()
  if (!owner || owner.wants_notifications === 0 || owner.is_active === 0) return
  const url = `${services.config.publicUrl}/portal/requests/${id}`
  const content = requestNoticeMail({ event, title, url, ...mailSite(services) }, textsIn(owner.language))
  await queueMail(services, transaction, {
    ...content,
    kind: 'request',
    to: owner.email,
    at: services.clock.now(),
  })
}
