import { hashRecoveryCodes, newRecoveryCodes } from '#crypto/passwords/recovery-codes.ts'
import { newId } from '#crypto/random-id.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { appendSecurityNotice } from '../../accounts/append-security-notice.ts'
import { lockAccount } from '../../accounts/lock-account.ts'
import { hasSecondFactor } from './factors.ts'

type Hashed = Awaited<ReturnType<typeof hashRecoveryCodes>>

/** Making them costs as much as ten sign-ins, and delays other checks of passwords. */
const makings = { burst: 5, interval: 10 * 60_000 }

/**
 * Ten new recovery codes, for their owner and for the table. Hashing takes a while: not within a transaction.
 * @throws Failure RATE_LIMITED
 */
export async function makeRecoveryCodes(
  services: Services,
  userId: string,
): Promise<{ codes: string[]; hashed: Hashed }> {
  await consumeRateLimit(services, `recovery codes ${userId}`, makings)
  const codes = newRecoveryCodes()
  return { codes, hashed: await hashRecoveryCodes(codes, services.config.passwordCosts.account) }
}

/** Whether someone has recovery codes, used ones among them. */
export async function hasRecoveryCodes(database: Database, userId: string): Promise<boolean> {
  const row = await database
    .selectFrom('recovery_codes')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives someone these recovery codes in place of the old ones. Call it in a transaction. */
export async function replaceRecoveryCodes(
  transaction: Database,
  userId: string,
  hashed: Hashed,
): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = hashed.map((code) => ({ id: newId(), user_id: userId, ...code, used_at: null }))
  await transaction.insertInto('recovery_codes').values(rows).execute()
}

/**
 * Replaces a person's recovery codes by ten new ones, and notifies them.
 * @throws Failure SECOND_FACTOR_MISSING, RATE_LIMITED, INVALID_TOKEN when the session has ended meanwhile
 */
export async function renewRecoveryCodes(
  services: Services,
  caller: Caller,
  device: string,
): Promise<string[]> {
  const { database, clock, dispatcher } = services
  if (!(await hasSecondFactor(database, caller.id))) throw new Failure('SECOND_FACTOR_MISSING')
  const { codes, hashed } = await makeRecoveryCodes(services, caller.id)
  await transact(database, async (transaction) => {
    const user = await lockAccount(transaction, caller)
    if (!(await hasSecondFactor(transaction, caller.id))) throw new Failure('SECOND_FACTOR_MISSING')
    await replaceRecoveryCodes(transaction, caller.id, hashed)
    await appendSecurityNotice(services, transaction, user, 'recoveryCodesMade', device)
    await recordAct(transaction, { act: 'account.recovery-codes-made', by: user }, clock.now())
  })
  dispatcher.wake()
  return codes
}
