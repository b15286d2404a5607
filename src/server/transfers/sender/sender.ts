import type { FastifyRequest } from 'fastify'
import { storageUsed } from '#server/identity/accounts/storage.ts'
import { type Policy, policyFor } from '#server/identity/principals/policy.ts'
import { type Principal, principalOf, userIdOf } from '#server/identity/principals/principal.ts'
import { findMlKemPairs } from '#server/keys/key-pairs.ts'
import type { Database, MlKemPairsRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import type { Visitor } from './visitor.ts'

/** A sender and their address, which rate limits count; see http/client-address.ts. */
export type Sender = {
  /** The owner of the request, if a visitor sends. */
  readonly principal: Principal
  readonly address: string
  /** Set for uploads to a request. */
  readonly visitor?: Visitor
}

/** The sender of a request. */
export function senderOf(request: FastifyRequest): Sender {
  return { principal: principalOf(request.caller), address: clientAddress(request) }
}

/** @throws Failure AUTHENTICATION_REQUIRED where only people with an account may send */
export function assertMaySend({ principal }: Sender, config: Services['config']): void {
  if (!policyFor(principal, config).maySend) {
    throw new Failure('AUTHENTICATION_REQUIRED', { message: 'Please sign in to send files.' })
  }
}

/** Most bytes of one file, of all files of a transfer together, and of what the account has left; types that are taken. */
export type SizeLimits = Pick<Policy, 'fileSize' | 'transferSize'> & {
  readonly quota: number
  /** Extensions; undefined for all. */
  readonly types: readonly string[] | undefined
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
  const types = visitor ? visitor.types : config.ALLOWED_TYPES
  const userId = userIdOf(principal)
  if (userId === null) return { fileSize, transferSize, quota: Number.POSITIVE_INFINITY, types }
  const used = await storageUsed(database, userId, clock.now(), claimId ?? undefined)
  return { fileSize, transferSize, quota: Math.max(0, policy.storage - used), types }
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
