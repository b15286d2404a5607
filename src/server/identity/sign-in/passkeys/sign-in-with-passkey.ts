import type { AuthReply } from '#contract/accounts/accounts.ts'
import type { PasskeySignInRequest } from '#contract/signing-in/passkeys.ts'
import type { UsersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { findMaintenance, maintenanceFailure } from '#server/platform/http/maintenance.ts'
import type { Services } from '#server/platform/services.ts'
import { recordRefusal } from '../../accounts/record-alone.ts'
import { openSession } from '../sessions/open-session.ts'
import { consumeSignInLimit } from '../tries/sign-in-limits.ts'
import { consumeChallenge } from './passkey-challenges.ts'
import { findByCredential } from './passkeys.ts'
import { recordUse, verifyAssertion } from './verify-passkey.ts'

/**
 * Opens a session for a person with a passkey, which is both factors at once. An unknown passkey and a wrong signature are
 * refused alike. During maintenance only administrators may sign in.
 * @throws Failure RATE_LIMITED, CHALLENGE_EXPIRED, PASSKEY_REFUSED, ACCOUNT_DISABLED, MAINTENANCE, INVALID_CREDENTIALS when the
 *   account has changed meanwhile
 */
export async function signInWithPasskey(
  services: Services,
  { challengeId, response, rememberMe = false }: PasskeySignInRequest,
  { address, device }: { readonly address: string; readonly device: string },
): Promise<Omit<AuthReply, 'success'>> {
  const { database, clock } = services
  await consumeSignInLimit(services, address)
  const network = networkOf(address)
  const refuse = (user?: UsersRow) => recordRefusal(services, user, { step: 'passkey', network })
  const challenge = await consumeChallenge(services, challengeId, 'sign-in')
  const passkey = await findByCredential(database, response.id)
  const use = passkey && (await verifyAssertion(services, passkey, challenge, response))
  const user =
    passkey &&
    (await database.selectFrom('users').selectAll().where('id', '=', passkey.user_id).executeTakeFirst())
  if (!use || !user) {
    await refuse(user)
    throw new Failure('PASSKEY_REFUSED')
  }
  if (user.is_active === 0) {
    await refuse(user)
    throw new Failure('ACCOUNT_DISABLED')
  }
  const maintenance = await findMaintenance(database)
  if (maintenance.active && user.is_admin === 0) throw maintenanceFailure(maintenance.message)
  return openSession(services, user, {
    remember: rememberMe,
    device,
    network,
    prove: (transaction) => recordUse(transaction, passkey, use, clock.now()),
  })
}
