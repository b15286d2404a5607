import type { AuthReply } from '#contract/accounts/accounts.ts'
import type { PasskeyRequest } from '#contract/signing-in/second-factor.ts'
import { sha256 } from '#crypto/random-id.ts'
import { Failure } from '#server/platform/failure.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { recordRefusal } from '../../accounts/record-alone.ts'
import { findByCredential } from '../passkeys/passkeys.ts'
import { recordUse, verifyAssertion } from '../passkeys/verify-passkey.ts'
import { openSession } from '../sessions/open-session.ts'
import { consumeSignInLimit } from '../tries/sign-in-limits.ts'
import { consumeChallenge, findChallenge, type SignInOrigin } from './sign-in-challenge.ts'

/**
 * Opens the session of someone who knew the password and brings a passkey of theirs, which has signed the challenge. It is
 * good for one try.
 * @throws Failure RATE_LIMITED, CHALLENGE_EXPIRED, PASSKEY_REFUSED, INVALID_CREDENTIALS when the account has changed
 *   meanwhile
 */
export async function bringPasskey(
  services: Services,
  { challenge, response }: PasskeyRequest,
  { address, device }: SignInOrigin,
): Promise<Omit<AuthReply, 'success'>> {
  const { database, clock } = services
  await consumeSignInLimit(services, address)
  const network = networkOf(address)
  const hash = sha256(challenge)
  const { row, user } = await findChallenge(services, hash)
  // guard: passkey’s try at a second step -> tests/http/signing-in/passkeys.test.ts "opens nothing"
  await consumeChallenge(database, hash)
  const passkey = await findByCredential(database, response.id)
  const use =
    // guard: passkey of the second step is its person’s -> tests/http/signing-in/passkeys.test.ts "opens nothing"
    //   drops ?.user_id === user.id
    passkey?.user_id === user.id
      ? await verifyAssertion(services, passkey, Buffer.from(challenge, 'base64url'), response)
      : undefined
  if (!passkey || !use) {
    await recordRefusal(services, user, { step: 'passkey', network })
    throw new Failure('PASSKEY_REFUSED')
  }
  return openSession(services, user, {
    remember: row.remembered === 1,
    device,
    network,
    prove: (transaction) => recordUse(transaction, passkey, use, clock.now()),
  })
}
