import { mlKemAlgorithms } from '#contract/accounts/key-algorithms.ts'
import { requestLimits } from '#contract/requests/request-limits.ts'
import type { CreateRequestRequest, OwnRequest } from '#contract/requests/requests.ts'
import { hashPassword } from '#crypto/passwords/account-password.ts'
import { newId } from '#crypto/random-id.ts'
import { lockUser } from '#server/identity/accounts/lock-account.ts'
import { storageUsed } from '#server/identity/accounts/storage.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { chooseLifetime } from '#server/identity/principals/choose-lifetime.ts'
import { type Policy, policyFor } from '#server/identity/principals/policy.ts'
import { principalOf } from '#server/identity/principals/principal.ts'
import { findMlKemPairs, findXWingPair } from '#server/keys/key-pairs.ts'
import type { Database, MlKemPairsRow, RequestsRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { assertMailServer } from '../transfers/sender/mail-limits.ts'
import { assertSomeType, writeAsks } from '../transfers/sender/visitors/request-fields.ts'
import { describeRequest } from './model/request-rows.ts'

const DAY = 24 * 60 * 60_000
/** Requests that an account may create at once, and milliseconds for one more. */
const creations = { burst: 60, interval: 60_000 }

/**
 * Creates a file request.
 * @throws Failure REQUESTS_NOT_YET_ALLOWED, TOO_MANY_OPEN_REQUESTS, TOO_MANY_KEPT_REQUESTS, KEY_NOT_FOUND, NO_MAIL_SERVER,
 *   RATE_LIMITED, RULE_FORBIDS, BAD_REQUEST, VALIDATION_ERROR, PRO_SUBSCRIPTION_REQUIRED, END_TO_END_NOT_ALLOWED
 */
export async function createRequest(
  services: Services,
  caller: Caller,
  wanted: CreateRequestRequest,
  network: string,
): Promise<OwnRequest> {
  const { database, clock, config } = services
  const now = clock.now()
  if (caller.requestsFrom > now) throw new Failure('REQUESTS_NOT_YET_ALLOWED')
  await consumeRateLimit(services, `create-request:${caller.id}`, creations)
  const policy = policyFor(principalOf(caller), config)
  if (policy.requestLocks && !policy.requestLocks.includes(wanted.lock))
    throw new Failure('RULE_FORBIDS', { details: `lock: has to be one of ${policy.requestLocks.join(', ')}` })
  if (policy.endToEndAlways && wanted.lock !== 'browser')
    throw new Failure('RULE_FORBIDS', { details: 'lock: has to be browser' })
  assertSomeType(wanted.types, policy)
  const until = readDeadline(wanted.until, now)
  const keepFor = wanted.keepFor ?? policy.requestLifetime.value
  chooseLifetime(keepFor, policy, config, 'keepFor')
  if (wanted.asks.code) assertMailServer(config)
  if (wanted.lock === 'browser') assertForBrowser(wanted, policy)
  const free = policy.storage - (await storageUsed(database, caller.id, now))
  const row: RequestsRow = {
    id: newId(),
    owner_id: caller.id,
    title: wanted.title,
    instructions: wanted.instructions?.trim() || null,
    checklist: JSON.stringify(wanted.checklist),
    until,
    uploads_limit: wanted.uploadsLimit,
    uploads: 0,
    files: 0,
    largest_upload: wanted.largestUpload,
    bytes_limit: wanted.bytesLimit === undefined ? usualBytes(policy.storage, free) : wanted.bytesLimit,
    bytes: 0,
    types: JSON.stringify(wanted.types),
    password_hash: await hashRequestPassword(services, wanted.password),
    asks: writeAsks(wanted.asks),
    keep_for: keepFor,
    lock: wanted.lock === 'none' ? 'none' : 'key',
    pair_id: null,
    in_browser: wanted.lock === 'browser' ? 1 : 0,
    browser_pair_id: null,
    closed_at: null,
    end_announced_at: null,
    disabled_at: null,
    mailed_at: null,
    unmailed: 0,
    created_at: now,
  }
  const made = await transact(database, async (transaction) => {
    // Locks the user, so that the second of two requests counts the first and no pair is deleted from here on.
    await lockUser(transaction, caller.id)
    const locked = { ...row, ...(await findLock(transaction, caller.id, wanted)) }
    await transaction.insertInto('requests').values(locked).execute()
    await assertFewOpen(services, transaction, caller)
    await assertFewKept(transaction, caller.id)
    const to = { id: row.id, username: row.id }
    await recordAct(transaction, { act: 'file.request-created', by: caller, to, network }, now)
    return locked
  })
  return describeRequest(services, made)
}

/**
 * Bytes that a request takes unless told otherwise: half of what its owner has left. Half of the whole storage if almost
 * nothing is left: there may be room again, and each upload asks for it.
 */
function usualBytes(storage: number, free: number): number {
  return Math.max(1, Math.floor((free < storage / 100 ? storage : free) / 2))
}

/** @throws Failure TOO_MANY_OPEN_REQUESTS */
export async function assertFewOpen(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  transaction: Database,
  caller: Caller,
): Promise<void> {
  const open = await countOpen(transaction, caller.id, clock.now())
  if (open > policyFor(principalOf(caller), config).openRequests) throw new Failure('TOO_MANY_OPEN_REQUESTS')
}

/** @throws Failure TOO_MANY_KEPT_REQUESTS for more than an account may have, ended ones among them */
async function assertFewKept(transaction: Database, ownerId: string): Promise<void> {
  const { count } = await transaction
    .selectFrom('requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (count > requestLimits.kept) throw new Failure('TOO_MANY_KEPT_REQUESTS')
}

/** How many requests of a person have not ended, full ones among them. */
export async function countOpen(database: Database, ownerId: string, now: number): Promise<number> {
  const { count } = await database
    .selectFrom('requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('closed_at', 'is', null)
    .where('until', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

/** @throws Failure BAD_REQUEST for a time that is over, or too far ahead */
export function readDeadline(until: string, now: number): number {
  const time = Date.parse(until)
  if (time <= now) throw new Failure('BAD_REQUEST', { details: 'until: in the past' })
  if (time > now + requestLimits.days * DAY)
    throw new Failure('BAD_REQUEST', { details: `until: at most ${requestLimits.days} days ahead` })
  return time
}

export async function hashRequestPassword(
  { config }: Pick<Services, 'config'>,
  password: string | null,
): Promise<string | null> {
  return password === null ? null : hashPassword(password, config.passwordCosts.file)
}

/**
 * Asserts that a request whose visitors seal in their browsers may be made, and asks for nothing that the service could read or
 * would have to look into.
 * @throws Failure END_TO_END_NOT_ALLOWED, VALIDATION_ERROR
 */
function assertForBrowser({ asks, algorithm }: CreateRequestRequest, { endToEnd }: Policy): void {
  // guard: requests that are locked in browsers -> tests/http/requests/browser-locks.test.ts "where end-to-end encryption is off"
  if (!endToEnd) throw new Failure('END_TO_END_NOT_ALLOWED')
  assertBrowserAsks(asks)
  if (algorithm !== undefined)
    throw new Failure('VALIDATION_ERROR', { details: 'algorithm: only for the lock key' })
}

/** A name is sealed with the files; addresses would be readable. @throws Failure VALIDATION_ERROR */
export function assertBrowserAsks({ email, code }: CreateRequestRequest['asks']): void {
  if (email || code)
    throw new Failure('VALIDATION_ERROR', {
      details: 'asks: an address cannot be asked for with the lock browser',
    })
}

/** Columns of the pair that locks. @throws Failure KEY_NOT_FOUND */
async function findLock(
  database: Database,
  ownerId: string,
  { lock, algorithm }: CreateRequestRequest,
): Promise<Pick<RequestsRow, 'pair_id' | 'browser_pair_id'>> {
  if (lock === 'key')
    return { pair_id: (await findPair(database, ownerId, algorithm)).id, browser_pair_id: null }
  if (lock === 'none') return { pair_id: null, browser_pair_id: null }
  const pair = await findXWingPair(database, ownerId)
  if (!pair) throw new Failure('KEY_NOT_FOUND')
  return { pair_id: null, browser_pair_id: pair.id }
}

/** The pair of a person that locks: the one named, or the strongest. @throws Failure KEY_NOT_FOUND */
async function findPair(
  database: Database,
  ownerId: string,
  algorithm: MlKemPairsRow['algorithm'] | undefined,
): Promise<MlKemPairsRow> {
  const pairs = await findMlKemPairs(database, ownerId)
  const wanted =
    algorithm === undefined ? mlKemAlgorithms.map(({ value }) => value).toReversed() : [algorithm]
  for (const one of wanted) {
    const pair = pairs.find((candidate) => candidate.algorithm === one)
    if (pair) return pair
  }
  throw new Failure('KEY_NOT_FOUND')
}
