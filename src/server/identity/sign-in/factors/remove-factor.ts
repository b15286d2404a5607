import type { Caller } from '#server/identity/calls/caller.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import type { SecurityNotice } from '#server/schema/event-kinds.ts'
import { appendSecurityNotice } from '../../accounts/append-security-notice.ts'
import { lockAccount } from '../../accounts/lock-account.ts'
import { needsFactor } from '../../principals/factor-required.ts'
import { hasSecondFactor, removeFactors } from './factors.ts'
import { hasWayToSignIn } from './ways-to-sign-in.ts'

/**
 * Turns the codes of an authenticator app off.
 * @throws Failure SECOND_FACTOR_MISSING without one, SECOND_FACTOR_REQUIRED when it is the last factor of a person who needs
 *   one
 */
export async function removeTotp(services: Services, caller: Caller, device: string): Promise<void> {
  await removeFactor(services, caller, { device, otherwise: 'appRemoved' }, async (transaction) => {
    const removed = await transaction
      .deleteFrom('totp')
      .where('user_id', '=', caller.id)
      .where('confirmed_at', 'is not', null)
      .executeTakeFirst()
    if (Number(removed.numDeletedRows) === 0) throw new Failure('SECOND_FACTOR_MISSING')
  })
}

/** Removes a passkey. @throws Failure PASSKEY_NOT_FOUND, LAST_SIGN_IN, and as removeTotp does */
export async function removePasskey(
  services: Services,
  caller: Caller,
  id: string,
  device: string,
): Promise<void> {
  await removeFactor(services, caller, { device, otherwise: 'passkeyRemoved' }, async (transaction) => {
    const removed = await transaction
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .executeTakeFirst()
    if (Number(removed.numDeletedRows) === 0) throw new Failure('PASSKEY_NOT_FOUND')
    await recordAct(transaction, { act: 'account.passkey-removed', by: caller }, services.clock.now())
  })
}

type Notice = { readonly device: string; readonly otherwise: SecurityNotice }

/** Removes one factor, and with the last one the recovery codes. Concurrent removals wait for each other. */
async function removeFactor(
  services: Services,
  caller: Caller,
  { device, otherwise }: Notice,
  remove: (transaction: Database) => Promise<void>,
): Promise<void> {
  const { database, clock, config } = services
  await transact(database, async (transaction) => {
    const user = await lockAccount(transaction, caller)
    await remove(transaction)
    const isLast = !(await hasSecondFactor(transaction, caller.id))
    // guard: second factor where one is required -> tests/http/signing-in/second-factor.test.ts "takes nothing but an app"
    if (isLast && (await needsFactor(transaction, config, user.id)))
      throw new Failure('SECOND_FACTOR_REQUIRED')
    if (!(await hasWayToSignIn(transaction, config, user))) throw new Failure('LAST_SIGN_IN')
    if (isLast) await removeFactors(transaction, caller.id)
    await appendSecurityNotice(services, transaction, user, isLast ? 'secondFactorOff' : otherwise, device)
    if (isLast || otherwise === 'appRemoved')
      await recordAct(transaction, { act: 'account.second-factor-off', by: user }, clock.now())
  })
  services.dispatcher.wake()
}
