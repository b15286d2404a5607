import { storageExceeded, storageUsed } from '#server/identity/accounts/storage.ts'
import { assertApiKeyLives } from '#server/identity/principals/api-key-lives.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { userIdOf } from '#server/identity/principals/principal.ts'
import type { Database } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import type { Sender } from '../../sender/sender.ts'
import { claimFromRequest } from '../../sender/visitors/visitor-claims.ts'
import { assertSpace, holdLife } from './free-space.ts'
import { lockClaims } from './lock-claims.ts'
import { assertTotal } from './storage-total.ts'

/** Seconds after which an unfinished upload of the same network may have ended. */
const retryAfter = 60

/**
 * Enters a claim, if the sender, their network, their account and the store have room for it: of two at the same time the
 * second counts the first.
 * @param orLess takes what is left where that is less. The size is unknown then, so none of it is taken from the free space,
 *   which is checked while the bytes come
 * @param also happens in the same transaction
 * @returns the bytes that were claimed: of a request that has no more left, fewer
 * @throws Failure REQUEST_FULL, STORAGE_QUOTA_EXCEEDED, STORAGE_FULL, RATE_LIMITED, INVALID_TOKEN
 */
export async function insertClaim(
  services: Services,
  sender: Sender,
  { id, bytes, until, orLess = false }: { id: string; bytes: number; until: number; orLess?: boolean },
  also?: (transaction: Database) => Promise<void>,
): Promise<number> {
  const { database, clock, config } = services
  const now = clock.now()
  const network = networkOf(sender.address)
  const hold = { held_since: now, held_until: now + holdLife }
  const owner_id = userIdOf(sender.principal)
  const { unfinishedUploads } = policyFor(sender.principal, config)
  return transact(database, async (transaction) => {
    // guard: storage of an account in the claim -> tests/http/uploads/upload-claims.test.ts "of one person at the same time"
    //   await assertStorage(services, transaction, sender, orLess ? 1 : bytes) becomes Number.POSITIVE_INFINITY
    const left = await assertStorage(services, transaction, sender, orLess ? 1 : bytes)
    const { visitor } = sender
    const wanted = { bytes: Math.min(bytes, left), orLess }
    const granted = visitor ? await claimFromRequest(transaction, visitor, wanted, now) : wanted.bytes
    const request_id = visitor?.ticket.requestId ?? null
    const stored = orLess ? granted : 0
    const row = { id, owner_id, request_id, network, bytes: granted, stored, until, ...hold }
    await transaction.insertInto('upload_claims').values(row).execute()
    await also?.(transaction)
    // Last, for all uploads wait for one another from here to the commit.
    // guard: claims at the same time count each other against free space -> tests/http/uploads/upload-claims.test.ts "of two people, neither of whom" on postgres
    await lockClaims(transaction, now)
    const { claimed } = await transaction
      .selectFrom('upload_claims')
      .select(({ fn }) => fn.sum<number | null>('bytes').as('claimed'))
      .where('network', '=', network)
      .where('owner_id', 'is', null)
      .where('until', '>', now)
      .executeTakeFirstOrThrow()
    // guard: unfinished uploads of a network -> tests/http/uploads/upload-claims.test.ts "of one network"
    if ((claimed ?? 0) > unfinishedUploads)
      throw new Failure('RATE_LIMITED', {
        message: 'Too many unfinished uploads. Please finish one first.',
        retryAfter,
      })
    const coming = { id, network, bytes: granted - stored, since: Number.POSITIVE_INFINITY }
    // guard: free space before a resumable upload -> tests/http/uploads/upload-claims.test.ts "is refused before a resumable upload"
    await assertSpace({ ...services, database: transaction }, coming)
    await assertTotal({ ...services, database: transaction })
    return granted
  })
}

/** An upload goes on after a pause: where its claim has lapsed meanwhile it holds again. @throws Failure STORAGE_FULL */
export async function holdAgain(services: Services, id: string): Promise<void> {
  const claim = await services.database
    .selectFrom('upload_claims')
    .select('held_until')
    .where('id', '=', id)
    .executeTakeFirst()
  if ((claim?.held_until ?? 0) <= services.clock.now()) await goOnHolding(services, id)
}

/**
 * The claim of a resumable upload goes on holding. One that was quiet for long has lost its place, and gets another only where
 * there is room beside those that came meanwhile.
 * @param stored what of it counts as stored from now on; as it is unless told
 * @throws Failure STORAGE_FULL
 */
export async function goOnHolding(services: Services, id: string, stored?: number): Promise<void> {
  const now = services.clock.now()
  await transact(services.database, async (transaction) => {
    const claim = await transaction
      .updateTable('upload_claims')
      .set({ held_until: now + holdLife, ...(stored !== undefined && { stored }) })
      .where('id', '=', id)
      .where('held_until', '>', now)
      .returning(['network', 'bytes', 'stored', 'held_since'])
      .executeTakeFirst()
    const within = { ...services, database: transaction }
    if (claim)
      return assertSpace(within, {
        id,
        network: claim.network,
        bytes: claim.bytes - claim.stored,
        since: claim.held_since ?? 0,
      })
    await lockClaims(transaction, now)
    const late = await transaction
      .updateTable('upload_claims')
      .set({ held_since: now, held_until: now + holdLife, ...(stored !== undefined && { stored }) })
      .where('id', '=', id)
      .returning(['network', 'bytes', 'stored'])
      .executeTakeFirst()
    const { network = '', bytes = 0, stored: there = 0 } = late ?? {}
    await assertSpace(within, { id, network, bytes: bytes - there, since: Number.POSITIVE_INFINITY })
  })
}

/** Removes a claim, within the transaction that settles its upload or on its own. */
export async function releaseClaim(database: Database, id: string): Promise<void> {
  await database.deleteFrom('upload_claims').where('id', '=', id).execute()
}

/**
 * Holds a sender to their storage, in the transaction that adds `bytes` to it: live transfers and claims count, and an account
 * that is gone or disabled by now gets nothing. First in its transaction: the row of the account is locked before any other, as
 * everywhere, but for recipients (lockRecipients).
 * @returns the bytes that they have left without these; Infinity without an account
 * @throws Failure STORAGE_QUOTA_EXCEEDED, INVALID_TOKEN, INVALID_API_KEY for a key that has been revoked meanwhile
 */
export async function assertStorage(
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  transaction: Database,
  { principal }: Pick<Sender, 'principal'>,
  bytes: number,
): Promise<number> {
  if (principal.kind === 'guest') return Number.POSITIVE_INFINITY
  // The second of two uploads sees the bytes of the first.
  // guard: row lock of storage -> tests/http/uploads/upload-claims.test.ts "of one person, neither of which" on postgres
  //   lockRow(transaction, 'users', principal.id) becomes transaction.selectFrom('users').selectAll().where('id', '=', principal.id).executeTakeFirst()
  const user = await lockRow(transaction, 'users', principal.id)
  // guard: no upload for an erased account -> tests/http/accounts/account-erasure.test.ts "an upload that ends after it"
  //   throw new Failure('INVALID_TOKEN') becomes return
  if (!user || user.is_active === 0) throw new Failure('INVALID_TOKEN')
  if (principal.kind === 'apiKey') await assertApiKeyLives({ database: transaction, clock }, principal.keyId)
  const present = { ...principal, storageLimit: user.storage_limit, isPro: user.is_pro === 1 }
  const left =
    policyFor(present, config).storage - (await storageUsed(transaction, principal.id, clock.now()))
  if (bytes > left) throw storageExceeded(bytes, left)
  return left
}
