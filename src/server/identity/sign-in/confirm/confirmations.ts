import type { FastifyRequest } from 'fastify'
import { confirmationHeader } from '#contract/headers.ts'
import { newSecret, sha256 } from '#crypto/random-id.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { lockAccount } from '../../accounts/lock-account.ts'

/** Milliseconds that a confirmation is good for. */
export const confirmationLife = 5 * 60_000

/**
 * Has a person who is signed in show again who they are, and gives the token that changes of credentials want. It is
 * good for this session only, which has one at a time.
 * @param show asserts who they are, such as by their password; it throws when they are not
 * @throws what `show` throws, and Failure INVALID_TOKEN when the session has ended meanwhile
 */
export async function confirmCaller(
  services: Services,
  caller: Caller,
  show: () => Promise<unknown>,
): Promise<{ confirmation: string; expiresIn: number }> {
  const { database, clock } = services
  await show()
  const confirmation = newSecret()
  await transact(database, async (transaction) => {
    await lockAccount(transaction, caller)
    await transaction
      .deleteFrom('sign_in_challenges')
      .where('kind', '=', 'confirmation')
      .where('session_id', '=', caller.sessionId)
      .execute()
    await transaction
      .insertInto('sign_in_challenges')
      .values({
        hash: sha256(confirmation),
        kind: 'confirmation',
        user_id: caller.id,
        session_id: caller.sessionId,
        remembered: 0,
        failures: 0,
        expires_at: clock.now() + confirmationLife,
      })
      .execute()
  })
  return { confirmation, expiresIn: confirmationLife }
}

/**
 * Asserts that a call comes with a fresh confirmation of this person in this session.
 * @throws Failure CONFIRMATION_REQUIRED
 */
export async function requireConfirmation(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  caller: Caller,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<void> {
  const token = headers[confirmationHeader]
  const found =
    typeof token === 'string' &&
    caller.sessionId !== null &&
    (await database
      .selectFrom('sign_in_challenges')
      .select('hash')
      .where('hash', '=', sha256(token))
      .where('kind', '=', 'confirmation')
      .where('user_id', '=', caller.id)
      // guard: session of a confirmation -> tests/http/signing-in/api-keys.test.ts "needs a fresh confirmation"
      .where('session_id', '=', caller.sessionId)
      .where('expires_at', '>', clock.now())
      .executeTakeFirst())
  if (!found) throw new Failure('CONFIRMATION_REQUIRED')
}
