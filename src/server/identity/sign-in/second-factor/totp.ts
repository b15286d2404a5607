import { defaultName } from '#contract/operations/branding/names.ts'
import { base32, findTotpStep } from '#crypto/passwords/one-time-code.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { Database, TotpRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { appendSecurityNotice } from '../../accounts/append-security-notice.ts'
import { lockAccount } from '../../accounts/lock-account.ts'
import { endGrace } from '../factors/days-of-grace.ts'
import { makeRecoveryCodes, replaceRecoveryCodes } from '../factors/recovery-codes.ts'
import { throttleAttempts } from '../tries/throttle-attempts.ts'

/** Key that counts a person's wrong codes, at sign-in and while an app is set up. */
export function codeKey(userId: string): string {
  return `second factor ${userId}`
}

/**
 * Begins to set up an authenticator app: a new secret, which takes effect when a code confirms it. An earlier unconfirmed one
 * is deleted.
 * @throws Failure SECOND_FACTOR_EXISTS, INVALID_TOKEN when the session has ended meanwhile
 */
export async function beginTotp(
  { database, keyRing, config }: Pick<Services, 'database' | 'keyRing' | 'config'>,
  caller: Caller,
): Promise<{ secret: string; uri: string }> {
  const { secret, kid, sealed } = keyRing.newTotpSecret(caller.id)
  await transact(database, async (transaction) => {
    await lockAccount(transaction, caller)
    await transaction
      .deleteFrom('totp')
      .where('user_id', '=', caller.id)
      .where('confirmed_at', 'is', null)
      .execute()
    const row = { user_id: caller.id, kid, sealed_secret: sealed, confirmed_at: null, last_step: 0 }
    const inserted = await transaction
      .insertInto('totp')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (Number(inserted.numInsertedOrUpdatedRows ?? 0) === 0) throw new Failure('SECOND_FACTOR_EXISTS')
  })
  const text = base32(secret)
  const { host } = new URL(config.publicUrl)
  // Under the default name the host says which service it is.
  const issuer = config.identity.name === defaultName ? host : config.identity.name.replaceAll(':', ' ')
  const label = encodeURIComponent(`${issuer}:${caller.username}`)
  return { secret: text, uri: `otpauth://totp/${label}?secret=${text}&issuer=${encodeURIComponent(issuer)}` }
}

/**
 * Turns the second step on with a first code of the app, and gives the recovery codes, this once.
 * @throws Failure WRONG_CODE, RATE_LIMITED, SECOND_FACTOR_EXISTS when there is none to confirm, INVALID_TOKEN when the session
 *   has ended meanwhile
 */
export async function confirmTotp(
  services: Services,
  caller: Caller,
  code: string,
  device: string,
): Promise<string[]> {
  const { database, clock } = services
  const row = await findTotp(database, caller.id)
  if (!row || row.confirmed_at !== null) throw new Failure('SECOND_FACTOR_EXISTS')
  const step = await throttleAttempts(services, codeKey(caller.id), async () => stepOf(services, row, code))
  if (step === undefined) throw new Failure('WRONG_CODE')
  const { codes, hashed } = await makeRecoveryCodes(services, caller.id)
  await transact(database, async (transaction) => {
    const user = await lockAccount(transaction, caller)
    await endGrace(transaction, caller.id)
    const now = clock.now()
    const confirmed = await transaction
      .updateTable('totp')
      .set({ confirmed_at: now, last_step: step })
      .where('user_id', '=', caller.id)
      .where('confirmed_at', 'is', null)
      .where('sealed_secret', '=', row.sealed_secret)
      .executeTakeFirst()
    if (Number(confirmed.numUpdatedRows) === 0) throw new Failure('SECOND_FACTOR_EXISTS')
    await replaceRecoveryCodes(transaction, caller.id, hashed)
    await appendSecurityNotice(services, transaction, user, 'secondFactorOn', device)
    await recordAct(transaction, { act: 'account.second-factor-on', by: user }, now)
  })
  services.dispatcher.wake()
  return codes
}

export function findTotp(database: Database, userId: string): Promise<TotpRow | undefined> {
  return database.selectFrom('totp').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** The step that a code of an app is of, if it is good now. */
export function stepOf(
  { keyRing, clock }: Pick<Services, 'keyRing' | 'clock'>,
  row: TotpRow,
  code: string,
): number | undefined {
  const secret = keyRing.openTotpSecret(row.user_id, row.kid, row.sealed_secret)
  return findTotpStep(secret, code.replace(/\s/g, ''), clock.now(), row.last_step)
}
