import type { PasskeyProof } from '#contract/signing-in/passkeys.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { consumeChallenge } from './passkey-challenges.ts'
import { findByCredential } from './passkeys.ts'
import { recordUse, verifyAssertion } from './verify-passkey.ts'

/**
 * Has a person who is signed in show that they have one of their passkeys, by the challenge that this session was given.
 * @throws Failure CHALLENGE_EXPIRED, PASSKEY_REFUSED
 */
export async function confirmWithPasskey(
  services: Services,
  caller: Caller,
  { challengeId, response }: PasskeyProof,
): Promise<void> {
  const { database, clock } = services
  const challenge = await consumeChallenge(services, challengeId, 'confirmation', caller)
  const passkey = await findByCredential(database, response.id)
  const use =
    passkey?.user_id === caller.id ? await verifyAssertion(services, passkey, challenge, response) : undefined
  if (!passkey || !use) throw new Failure('PASSKEY_REFUSED')
  await recordUse(database, passkey, use, clock.now())
}
