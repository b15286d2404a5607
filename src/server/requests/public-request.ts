import type { PublicRequest } from '#contract/requests/requests.ts'
import { maxFiles } from '#contract/transfers/limits.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { findPrincipal } from '#server/identity/principals/principal.ts'
import { findMlKemPairById, findXWingPair } from '#server/keys/key-pairs.ts'
import type { Database, RequestsRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { findRequest, lockOf, publicStateOf } from '../transfers/sender/visitors/find-request.ts'
import { allowedTypes, readAsks, readNames, readTypes } from '../transfers/sender/visitors/request-fields.ts'
import { browserKeyOf, keyOf } from './model/request-rows.ts'

/**
 * A request, as its visitors see it. How many bytes are left is all it says about what has arrived.
 * @throws Failure REQUEST_NOT_FOUND
 */
export async function describePublicRequest(services: Services, id: string): Promise<PublicRequest> {
  const { database, clock, config } = services
  const row = await findRequest(database, id)
  const now = clock.now()
  const { fileSize, transferSize, types } = policyFor(await findPrincipal(database, row.owner_id), config)
  const left = row.bytes_limit === null ? transferSize : Math.max(0, row.bytes_limit - row.bytes)
  const upload = Math.min(transferSize, row.largest_upload ?? transferSize, left)
  const state = await publicStateOf(services, row)
  return {
    id,
    state,
    title: row.title,
    instructions: row.instructions,
    checklist: readNames(row.checklist),
    createdAt: new Date(row.created_at).toISOString(),
    until: new Date(row.until).toISOString(),
    endedAt:
      state === 'ended' ? new Date(Math.min(row.closed_at ?? row.until, row.until, now)).toISOString() : null,
    limits: { file: Math.min(fileSize, upload), upload, files: maxFiles },
    types: allowedTypes(readTypes(row.types), types)?.slice() ?? null,
    needsPassword: row.password_hash !== null,
    asks: readAsks(row.asks),
    requester: row.username,
    lock: lockOf(row),
    ...(await publicKeyOf(database, row)),
  }
}

/** The key that locks, as far as visitors need it: to compare it, or to seal for it. */
async function publicKeyOf(
  database: Database,
  row: RequestsRow,
): Promise<Pick<PublicRequest, 'key' | 'publicKey'>> {
  if (row.pair_id !== null) return { key: keyOf(await findMlKemPairById(database, row.pair_id)) }
  const pair = row.browser_pair_id === null ? undefined : await findXWingPair(database, row.owner_id)
  if (!pair) return { key: null }
  return { key: browserKeyOf(pair), publicKey: Buffer.from(pair.public_key).toString('base64') }
}
