import { smallRandom } from '#crypto/random-bytes.ts'
import { newSecret, sha256 } from '#crypto/random-id.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { PasskeyChallengesRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { lockAccount } from '../../accounts/lock-account.ts'

/** Milliseconds that a person has to unlock their passkey. */
const challengeLife = 5 * 60_000

type Purpose = PasskeyChallengesRow['purpose']
type Holder = Pick<Caller, 'id' | 'sessionId'>

/**
 * Issues what a passkey is to sign. A session has one of each purpose at a time.
 * @param holder none for a sign-in
 * @throws Failure INVALID_TOKEN when the holder's session has ended meanwhile
 */
export async function issueChallenge(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  purpose: Purpose,
  holder?: Holder,
): Promise<{ challengeId: string; challenge: Uint8Array }> {
  const challengeId = newSecret()
  const challenge = smallRandom(32)
  const row = {
    hash: sha256(challengeId),
    challenge,
    purpose,
    user_id: holder?.id ?? null,
    session_id: holder?.sessionId ?? null,
    expires_at: clock.now() + challengeLife,
  }
  await transact(database, async (transaction) => {
    if (holder) {
      await lockAccount(transaction, holder)
      await transaction
        .deleteFrom('passkey_challenges')
        .where('session_id', '=', holder.sessionId)
        .where('purpose', '=', purpose)
        .execute()
    }
    await transaction.insertInto('passkey_challenges').values(row).execute()
  })
  return { challengeId, challenge }
}

/**
 * Consumes a challenge before the answer is checked, so that it is good for one try. A challenge of a session is valid in that
 * session only.
 * @throws Failure CHALLENGE_EXPIRED
 */
export async function consumeChallenge(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  challengeId: string,
  purpose: Purpose,
  holder?: Holder,
): Promise<Uint8Array> {
  const row = await database
    .deleteFrom('passkey_challenges')
    .where('hash', '=', sha256(challengeId))
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', holder?.id ?? null)
    // guard: session of a passkey’s challenge -> tests/http/signing-in/passkeys.test.ts "in the session that asked"
    .where('session_id', 'is not distinct from', holder?.sessionId ?? null)
    .where('expires_at', '>', clock.now())
    .returning('challenge')
    .executeTakeFirst()
  if (!row) throw new Failure('CHALLENGE_EXPIRED')
  return row.challenge
}
