import type { FastifyRequest } from 'fastify'
import { requestTicketHeader } from '#contract/headers.ts'
import { storageUsed } from '#server/identity/accounts/storage.ts'
import { chosenLifetime } from '#server/identity/principals/choose-lifetime.ts'
import { type Policy, policyFor } from '#server/identity/principals/policy.ts'
import {
  findPrincipal,
  type Principal,
  principalOf,
  userIdOf,
} from '#server/identity/principals/principal.ts'
import { isUploadNetwork } from '#server/identity/principals/upload-networks.ts'
import { browserKeyFacts, findMlKemPairs, findXWingPair } from '#server/keys/key-pairs.ts'
import type { Database, MlKemPairsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientAddress, clientIp } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { type RequestTicket, readTicket } from './request-ticket.ts'
import { findRequest, isAgainstRules, stateOf, takesNothing } from './visitors/find-request.ts'
import { allowedTypes, readNames, readTypes } from './visitors/request-fields.ts'

/** A sender and their address, which rate limits count; see http/client-address.ts. */
export type Sender = {
  /** The owner of the request, if a visitor sends. */
  readonly principal: Principal
  readonly address: string
  /** Set for uploads to a request. */
  readonly visitor?: Visitor
}

/** A visitor who sends to a request, and what the request accepts at this moment. */
export type Visitor = {
  readonly ticket: RequestTicket
  /** Username of the owner. */
  readonly requester: string
  readonly pairId: string | null
  /** Fingerprint of the key that they seal for in their browser; undefined where they do not. */
  readonly sealsFor: Uint8Array | undefined
  /** How long files are kept, in milliseconds. */
  readonly lifetime: number
  /** Extensions that are taken; undefined for all. */
  readonly types: readonly string[] | undefined
  readonly checklist: readonly string[]
  /** Bytes of one upload. */
  readonly largestUpload: number | null
}

/** The caller as a sender. */
export function senderOf(request: FastifyRequest): Sender {
  return { principal: principalOf(request.caller), address: clientAddress(request) }
}

/**
 * The sender of an upload: the visitor of a request where a ticket came with it, otherwise the caller.
 * @throws Failure INVALID_REQUEST_TICKET, REQUEST_NOT_FOUND, REQUEST_CLOSED
 */
export async function uploadSenderOf(services: Services, request: FastifyRequest): Promise<Sender> {
  const text = request.headers[requestTicketHeader]
  if (text === undefined) return senderOf(request)
  const ticket = typeof text === 'string' ? readTicket(services, text) : undefined
  if (!ticket) throw new Failure('INVALID_REQUEST_TICKET')
  return visitorSender(services, ticket, clientAddress(request))
}

/**
 * The visitor of a request as a sender: storage, sizes and lifetimes are those of the request's owner, as they are now. An
 * upload that was begun with a ticket that has run out may be finished while the request is open.
 * @throws Failure REQUEST_NOT_FOUND, REQUEST_CLOSED
 */
export async function visitorSender(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  ticket: RequestTicket,
  address: string,
): Promise<Sender> {
  const { database, clock, config } = services
  const row = await findRequest(database, ticket.requestId)
  const now = clock.now()
  const pair = row.browser_pair_id === null ? undefined : await findXWingPair(database, row.owner_id)
  const principal = await findPrincipal(database, row.owner_id)
  const policy = policyFor(principal, config)
  // guard: visitors of people whose files are always end-to-end encrypted -> tests/http/operations/groups.test.ts "always end-to-end"
  //   isAgainstRules(row, policy) becomes false
  if (isAgainstRules(row, policy) || (row.in_browser === 1 && !pair)) throw new Failure('REQUEST_CLOSED')
  if (takesNothing(row) || (ticket.until <= now && stateOf(row, now) === 'ended'))
    throw new Failure('REQUEST_CLOSED')
  return {
    principal,
    address,
    visitor: {
      ticket,
      requester: row.username,
      pairId: row.pair_id,
      sealsFor: pair && browserKeyFacts(pair.public_key).hash,
      lifetime: chosenLifetime(row.keep_for, policy, config),
      // Only the visitor's page sees the names of what is sealed.
      types: pair ? undefined : allowedTypes(readTypes(row.types), policy.types),
      checklist: readNames(row.checklist),
      largestUpload: row.largest_upload,
    },
  }
}

/** Translates failures for visitors, who learn no more of the owner's account than that it has no room. */
export function visitorFailure({ visitor }: Pick<Sender, 'visitor'>, error: unknown): unknown {
  if (!visitor || !(error instanceof Failure)) return error
  switch (error.code) {
    case 'STORAGE_QUOTA_EXCEEDED':
      return new Failure('REQUESTER_HAS_NO_ROOM', {
        message: `${visitor.requester} has no room left. Please tell them.`,
        cause: error,
      })
    case 'INVALID_TOKEN':
      return new Failure('REQUEST_NOT_FOUND', { cause: error })
    case 'KEY_NOT_FOUND':
    case 'UPLOADS_SUSPENDED':
      return new Failure('REQUEST_CLOSED', { cause: error })
    default:
      return error
  }
}

/**
 * Refuses a sender without an account where only people with one may send, or those of some networks.
 * @throws Failure AUTHENTICATION_REQUIRED
 */
export function assertMaySend(
  { principal }: Sender,
  request: FastifyRequest,
  config: Services['config'],
): void {
  if (!policyFor(principal, config).maySend)
    throw new Failure('AUTHENTICATION_REQUIRED', { message: 'Please sign in to send files.' })
  // guard: networks of senders without an account -> tests/http/operations/service-config.test.ts "some networks"
  //   !isUploadNetwork(config, clientIp(request)) becomes false
  if (principal.kind === 'guest' && !isUploadNetwork(config, clientIp(request)))
    throw new Failure('AUTHENTICATION_REQUIRED', {
      message: 'Sending is possible from our network or with an account.',
    })
}

/** Most bytes of one file, of all files of a transfer together, and of what the account has left; types that are taken. */
export type SizeLimits = Pick<Policy, 'fileSize' | 'transferSize'> & {
  readonly quota: number
  /** Extensions; undefined for all. */
  readonly types: readonly string[] | undefined
  /** Bytes per second. */
  readonly speed: number
}

/**
 * Sizes that a sender may send now.
 * @param claimId claim of the calling upload, which does not count against it
 */
export async function findSizeLimits(
  { config, database, clock }: Pick<Services, 'config' | 'database' | 'clock'>,
  { principal, visitor }: Sender,
  claimId: string | null = null,
): Promise<SizeLimits> {
  const policy = policyFor(principal, config)
  const transferSize = visitor
    ? await findVisitorSize(database, visitor, policy, claimId)
    : policy.transferSize
  const fileSize = Math.min(policy.fileSize, visitor?.largestUpload ?? policy.fileSize)
  const types = visitor ? visitor.types : policy.types
  const userId = userIdOf(principal)
  const speed = policy.uploadSpeed
  if (userId === null) return { fileSize, transferSize, quota: Number.POSITIVE_INFINITY, types, speed }
  const used = await storageUsed(database, userId, clock.now(), claimId ?? undefined)
  return { fileSize, transferSize, quota: Math.max(0, policy.storage - used), types, speed }
}

/** Bytes of an upload to a request: no more than the request takes, and than this upload has claimed of it. */
async function findVisitorSize(
  database: Database,
  { largestUpload }: Visitor,
  { transferSize }: Policy,
  claimId: string | null,
): Promise<number> {
  const claim = await database
    .selectFrom('upload_claims')
    .select('bytes')
    .where('id', '=', claimId ?? '')
    .executeTakeFirst()
  return Math.min(transferSize, largestUpload ?? transferSize, claim?.bytes ?? transferSize)
}

/** The key pairs that a sender can lock transfers with; without an account, and for a program, none. */
export async function findSenderPairs(
  { database }: Pick<Services, 'database'>,
  { principal, visitor }: Sender,
): Promise<readonly MlKemPairsRow[]> {
  if (visitor?.pairId === null) return []
  return principal.kind === 'user' ? findMlKemPairs(database, principal.id) : []
}
