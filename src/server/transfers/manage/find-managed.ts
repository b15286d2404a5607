import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { manageTokenHeader } from '#contract/headers.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { TransfersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientAddress, clientNetwork } from '#server/platform/http/client-address.ts'
import { batchedRateLimiter } from '#server/platform/rate-limits/batched-rate-limiter.ts'
import { checkRateLimit, consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { assertStillManaged } from '../lifetime/find-decision.ts'
import { manageTokenHash } from '../model/transfer-links.ts'
import { assertNotEnded, findTransfer, findTransferOfMainLink } from '../model/transfers-table.ts'

/** Wrong manage tokens of one network in an hour. */
const wrongTokens = { burst: 20, interval: (60 * 60_000) / 20 }

/** Calls of one address: milliseconds for one more, and how many are taken from the table at a time. */
const callLimit = { burst: 600, interval: 1000, block: 20 }

/** Counts the calls that manage transfers; all of an address together. The function throws Failure RATE_LIMITED. */
export function limitManageCalls(services: Services): (request: FastifyRequest) => Promise<void> {
  const limitCalls = batchedRateLimiter(services, callLimit, callLimit.block)
  return (request) => limitCalls(`manage-call:${clientAddress(request)}`)
}

/** Credentials with which a request manages a transfer. */
type ManageCredentials = {
  readonly caller: Caller | undefined
  readonly token: string | undefined
  /** Network of the caller; see http/client-address.ts. */
  readonly network: string
}

/** A transfer and who manages it: its owner or an administrator, or, without a caller, the holder of its manage token. */
export type Managed = {
  readonly transfer: TransfersRow
  readonly by: Pick<Caller, 'id' | 'username' | 'apiKey'> | undefined
  readonly network: string
}

/** The credentials of a request. */
export function manageCredentials(request: FastifyRequest): ManageCredentials {
  const token = request.headers[manageTokenHeader]
  return {
    caller: request.caller,
    token: typeof token === 'string' ? token : undefined,
    network: clientNetwork(request),
  }
}

/**
 * Finds a transfer that has not ended, for its managers.
 * @param ref a reference, not the id of a link
 * @throws Failure FILE_NOT_FOUND, AUTHENTICATION_REQUIRED, INVALID_MANAGE_TOKEN, RATE_LIMITED, FILE_EXPIRED, FILE_DELETED
 */
export async function findManaged(
  services: Services,
  ref: string,
  { caller, token, network }: ManageCredentials,
): Promise<Managed> {
  const transfer = await findTransfer(services.database, ref)
  if (!transfer) throw new Failure('FILE_NOT_FOUND')
  const isTheirs = caller !== undefined && (caller.isAdmin || caller.id === transfer.owner_id)
  if (!isTheirs) {
    if (token === undefined) throw new Failure(caller ? 'FILE_NOT_FOUND' : 'AUTHENTICATION_REQUIRED')
    await assertManageToken(services, transfer, { token, network })
  }
  await assertStillManaged(services, transfer)
  return { transfer, by: isTheirs ? caller : undefined, network }
}

/**
 * The reference of the transfer that a manage link leads to.
 * @throws Failure FILE_NOT_FOUND, INVALID_MANAGE_TOKEN, RATE_LIMITED, FILE_EXPIRED, FILE_DELETED
 */
export async function openManageLink(
  services: Services,
  linkId: string,
  credentials: { readonly token: string; readonly network: string },
): Promise<string> {
  const transfer = await findTransferOfMainLink(services.database, linkId)
  if (!transfer) throw new Failure('FILE_NOT_FOUND')
  await assertManageToken(services, transfer, credentials)
  await assertStillManaged(services, transfer)
  return transfer.id
}

/**
 * Does work that needs the keys of a transfer. When it fails because the transfer has ended or was changed meanwhile, and its
 * keys with it, then that is the reason, whatever was found missing.
 * @throws Failure FILE_EXPIRED, FILE_DELETED, CHANGED_MEANWHILE, and what `work` throws
 */
export async function withKeys<Result>(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { transfer: { id, version } }: Managed,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'FILE_DAMAGED')) throw error
    const now = await findTransfer(database, id)
    if (now) assertNotEnded(now, clock.now())
    throw now?.version === version ? error : new Failure('CHANGED_MEANWHILE', { cause: error })
  }
}

/**
 * Validates a manage token. Wrong ones of a network are counted, and beyond twenty in an hour no token of that network is
 * looked at.
 * @throws Failure INVALID_MANAGE_TOKEN, RATE_LIMITED
 */
export async function assertManageToken(
  services: Services,
  { manage_token_hash }: Pick<TransfersRow, 'manage_token_hash'>,
  { token, network }: { readonly token: string; readonly network: string },
): Promise<void> {
  const key = `manage:${network}`
  // guard: no token of a network that guesses is looked at -> tests/http/links/manage-tokens.test.ts "are not guessed"
  await checkRateLimit(services, key, wrongTokens)
  // guard: manage token -> tests/http/links/manage.test.ts "belongs to its manage token"
  //   timingSafeEqual(manageTokenHash(token), manage_token_hash) becomes manage_token_hash.length > 0
  if (timingSafeEqual(manageTokenHash(token), manage_token_hash)) return
  // guard: wrong manage tokens are counted -> tests/http/links/manage-tokens.test.ts "are not guessed"
  await consumeRateLimit(services, key, wrongTokens)
  throw new Failure('INVALID_MANAGE_TOKEN')
}
