import type { AuditAct } from '#contract/operations/audit.ts'
import type { OwnRequest, UpdateRequestRequest } from '#contract/requests/requests.ts'
import { lockUser } from '#server/identity/accounts/lock-account.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { chooseLifetime } from '#server/identity/principals/choose-lifetime.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { principalOf } from '#server/identity/principals/principal.ts'
import type { Database, RequestsRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { announceClosed } from '../transfers/model/announce-requests.ts'
import { assertMailServer } from '../transfers/sender/mail-limits.ts'
import { isKeyless, lockRequest } from '../transfers/sender/visitors/find-request.ts'
import { assertSomeType, writeAsks } from '../transfers/sender/visitors/request-fields.ts'
import { assertBrowserAsks, assertFewOpen, hashRequestPassword, readDeadline } from './create-request.ts'
import { describeRequest, findOwnRequest } from './model/request-rows.ts'

/** Texts that visitors read, and report. */
const reportedTexts = ['title', 'instructions', 'checklist'] as const

/** Owner who changes a request, and their network. */
type Actor = { readonly caller: Caller; readonly network: string }

/** Limits how often one person sets a password: hashing one makes all others wait. */
const passwords = { burst: 10, interval: 60_000 }

/**
 * Changes a request; a later deadline opens one that has ended.
 * @throws Failure REQUEST_NOT_FOUND, TOO_MANY_OPEN_REQUESTS, TRANSFER_DISABLED while a report keeps it closed,
 *   REQUEST_UNDER_REVIEW for other texts while a report waits,
 *   KEY_NOT_FOUND for one whose key was deleted, NO_MAIL_SERVER, RATE_LIMITED,
 *   RULE_FORBIDS, BAD_REQUEST, VALIDATION_ERROR, PRO_SUBSCRIPTION_REQUIRED
 */
export async function updateRequest(
  services: Services,
  actor: Actor,
  id: string,
  change: UpdateRequestRequest,
): Promise<OwnRequest> {
  const { clock, config } = services
  const { caller } = actor
  const now = clock.now()
  const policy = policyFor(principalOf(caller), config)
  if (change.keepFor !== undefined) chooseLifetime(change.keepFor, policy, config, 'keepFor')
  if (change.types !== undefined) assertSomeType(change.types, policy)
  if (change.asks?.code) assertMailServer(config)
  const { password } = change
  if (password) await consumeRateLimit(services, `request-password:${caller.id}`, passwords)
  const password_hash = password === undefined ? undefined : await hashRequestPassword(services, password)
  const until = change.until === undefined ? undefined : readDeadline(change.until, now)
  return changeRequest(services, actor, id, 'file.request-changed', async (transaction, before) => {
    if (before.disabled_at !== null) throw new Failure('TRANSFER_DISABLED')
    if (until !== undefined && isKeyless(before)) throw new Failure('KEY_NOT_FOUND')
    if (change.asks && before.in_browser === 1) assertBrowserAsks(change.asks)
    const values = {
      title: change.title,
      instructions: change.instructions === undefined ? undefined : change.instructions?.trim() || null,
      checklist: change.checklist && JSON.stringify(change.checklist),
      until,
      end_announced_at: until === undefined ? undefined : null,
      closed_at: until === undefined ? undefined : null,
      uploads_limit: change.uploadsLimit,
      largest_upload: change.largestUpload,
      bytes_limit: change.bytesLimit,
      types: change.types && JSON.stringify(change.types),
      password_hash,
      asks: change.asks && writeAsks(change.asks),
      keep_for: change.keepFor,
    }
    const isReworded = reportedTexts.some(
      (name) => values[name] !== undefined && values[name] !== before[name],
    )
    if (isReworded) await assertNotUnderReview(transaction, id)
    if (Object.values(values).some((value) => value !== undefined)) {
      // It may have been disabled this moment.
      const changed = await transaction
        .updateTable('requests')
        .set(values)
        .where('id', '=', id)
        .where('disabled_at', 'is', null)
        .executeTakeFirst()
      if (Number(changed.numUpdatedRows) === 0) throw new Failure('TRANSFER_DISABLED')
    }
    if (until !== undefined) await assertFewOpen(services, transaction, caller)
  })
}

/**
 * Ends a request before its deadline. Uploads under way may finish.
 * @throws Failure REQUEST_NOT_FOUND, TRANSFER_DISABLED while a report keeps it closed: once that is undone, it is open again
 */
export async function closeRequest(services: Services, actor: Actor, id: string): Promise<OwnRequest> {
  return changeRequest(services, actor, id, 'file.request-closed', async (transaction, before) => {
    const now = services.clock.now()
    const closed = await transaction
      .updateTable('requests')
      .set(({ fn, val }) => ({ closed_at: fn.coalesce('closed_at', val(now)) }))
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (Number(closed.numUpdatedRows) === 0) throw new Failure('TRANSFER_DISABLED')
    if (before.closed_at === null && before.until > now)
      await announceClosed(services, transaction, [before], 'closed')
  })
}

/**
 * Deletes a request; what has arrived stays, as files of its owner.
 * @throws Failure REQUEST_NOT_FOUND, and while it shows what was reported: TRANSFER_DISABLED where a report keeps it closed,
 *   REQUEST_UNDER_REVIEW where one waits
 */
export async function deleteRequest(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { caller, network }: Actor,
  id: string,
): Promise<void> {
  await transact(database, async (transaction) => {
    await lockUser(transaction, caller.id)
    await findOwnRequest(transaction, caller.id, id)
    const locked = await lockRequest(transaction, id)
    if (!locked) throw new Failure('REQUEST_NOT_FOUND')
    // guard: deletion of a request that a report has closed -> tests/http/moderation/letters.test.ts "about a file request"
    if (locked.disabled_at !== null) throw new Failure('TRANSFER_DISABLED')
    await assertNotUnderReview(transaction, id)
    await transaction.deleteFrom('requests').where('id', '=', id).execute()
    const act = { act: 'file.request-deleted', by: caller, to: { id, username: id }, network } as const
    await recordAct(transaction, act, clock.now())
  })
}

/**
 * A reported request stays as its reporters saw it until the decision. The request is locked, so that none is reported meanwhile.
 * @throws Failure REQUEST_UNDER_REVIEW
 */
async function assertNotUnderReview(transaction: Database, id: string): Promise<void> {
  await lockRequest(transaction, id)
  const waits = await transaction
    .selectFrom('cases')
    .select('id')
    .where('transfer_id', '=', id)
    .where('state', 'not in', ['decided', 'closed'])
    .limit(1)
    .executeTakeFirst()
  // guard: what a report waits about stays as it was reported -> tests/http/moderation/letters.test.ts "about a file request"
  if (waits) throw new Failure('REQUEST_UNDER_REVIEW')
}

async function changeRequest(
  services: Services,
  { caller, network }: Actor,
  id: string,
  act: AuditAct,
  work: (transaction: Database, before: RequestsRow) => Promise<void>,
): Promise<OwnRequest> {
  const row = await transact(services.database, async (transaction) => {
    await lockUser(transaction, caller.id)
    await work(transaction, await findOwnRequest(transaction, caller.id, id))
    await recordAct(transaction, { act, by: caller, to: { id, username: id }, network }, services.clock.now())
    return findOwnRequest(transaction, caller.id, id)
  })
  return describeRequest(services, row)
}
