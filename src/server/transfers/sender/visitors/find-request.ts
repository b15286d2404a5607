import type { OwnRequest } from '#contract/requests/requests.ts'
import { type Policy, policyFor } from '#server/identity/principals/policy.ts'
import { findPrincipal } from '#server/identity/principals/principal.ts'
import { findSuspension } from '#server/identity/principals/upload-suspension.ts'
import type { Database, RequestsRow } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/** A request, with what visitors need of its owner's account. */
type RequestOfOwner = RequestsRow & { readonly username: string }

/** State of a request for visitors at a time; see the contract. @param now milliseconds since 1970 */
export function stateOf(
  row: Pick<
    RequestsRow,
    | 'until'
    | 'closed_at'
    | 'disabled_at'
    | 'lock'
    | 'pair_id'
    | 'browser_pair_id'
    | 'uploads'
    | 'uploads_limit'
    | 'bytes'
    | 'bytes_limit'
  >,
  now: number,
): 'open' | 'full' | 'ended' {
  if (row.closed_at !== null || row.until <= now || takesNothing(row)) return 'ended'
  if (row.uploads_limit !== null && row.uploads >= row.uploads_limit) return 'full'
  return row.bytes_limit !== null && row.bytes >= row.bytes_limit ? 'full' : 'open'
}

/** Whether its key was deleted: nothing could be locked with it. */
export function isKeyless({
  lock,
  pair_id,
  browser_pair_id,
}: Pick<RequestsRow, 'lock' | 'pair_id' | 'browser_pair_id'>): boolean {
  return lock === 'key' && pair_id === null && browser_pair_id === null
}

/** Lock of a request, as the contract names it. */
export function lockOf({ lock, in_browser }: Pick<RequestsRow, 'lock' | 'in_browser'>): OwnRequest['lock'] {
  return in_browser === 1 ? 'browser' : lock
}

/** Whether not even uploads under way may finish: its key was deleted, or a report has closed it. */
export function takesNothing(
  row: Pick<RequestsRow, 'lock' | 'pair_id' | 'browser_pair_id' | 'disabled_at'>,
): boolean {
  return isKeyless(row) || row.disabled_at !== null
}

/** Whether the rules of the owner no longer let visitors send as this request asks them to: sealed in their browsers, or not. */
export function isAgainstRules(
  { in_browser }: Pick<RequestsRow, 'in_browser'>,
  { endToEnd, endToEndAlways }: Policy,
): boolean {
  return in_browser === 1 ? !endToEnd : endToEndAlways
}

/** A request, for anyone with its address. @throws Failure REQUEST_NOT_FOUND, also while its owner is disabled */
export async function findRequest(database: Database, id: string): Promise<RequestOfOwner> {
  const row = await database
    .selectFrom('requests')
    .innerJoin('users', 'users.id', 'requests.owner_id')
    .selectAll('requests')
    .select('users.username')
    .where('requests.id', '=', id)
    .where('users.is_active', '=', 1)
    .executeTakeFirst()
  if (!row) throw new Failure('REQUEST_NOT_FOUND')
  return row
}

/**
 * State of a request for visitors: if its owner may not upload, or rules no longer allow what it asks for, it has ended, and they do
 * not learn why.
 */
export async function publicStateOf(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  row: RequestsRow,
): Promise<ReturnType<typeof stateOf>> {
  const owner = await findPrincipal(services.database, row.owner_id)
  if (isAgainstRules(row, policyFor(owner, services.config))) return 'ended'
  const isSuspended = (await findSuspension(services, row.owner_id)) !== undefined
  return isSuspended ? 'ended' : stateOf(row, services.clock.now())
}

/** @throws Failure REQUEST_CLOSED, REQUEST_FULL */
export async function assertOpen(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  row: RequestsRow,
): Promise<void> {
  const state = await publicStateOf(services, row)
  if (state === 'ended') throw new Failure('REQUEST_CLOSED')
  if (state === 'full') throw new Failure('REQUEST_FULL')
}

/** Locks a request within a transaction. @returns undefined when it was deleted, or never was one */
export function lockRequest(transaction: Database, id: string): Promise<RequestsRow | undefined> {
  return lockRow(transaction, 'requests', id)
}
