import type { AuthReply } from '#contract/accounts/accounts.ts'
import type { CodeRequest, SecondFactorDue } from '#contract/signing-in/second-factor.ts'
import { findRecoveryCode } from '#crypto/passwords/recovery-codes.ts'
import { newSecret, sha256 } from '#crypto/random-id.ts'
import type { Database, SignInChallengesRow, UsersRow } from '#server/platform/database/database.ts'
import { lockRow } from '#server/platform/database/lock-row.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { appendSecurityNotice } from '../../accounts/append-security-notice.ts'
import { recordRefusal } from '../../accounts/record-alone.ts'
import { credentialOf, findPasskeys, requestOptions } from '../passkeys/passkeys.ts'
import { openSession } from '../sessions/open-session.ts'
import { consumeSignInLimit } from '../tries/sign-in-limits.ts'
import { throttleAttempts } from '../tries/throttle-attempts.ts'
import { codeKey, findTotp, stepOf } from './totp.ts'

/** Milliseconds between the password and the second factor, wrong codes of one challenge, and challenges of one person. */
const challengeLife = 5 * 60_000
const maxFailures = 5
const maxChallenges = 10

export type SignInOrigin = { readonly address: string; readonly device: string }

/**
 * Has someone who knows the password, or has signed in with the provider, bring their second factor.
 * @param user as they were when they showed it
 * @throws Failure INVALID_CREDENTIALS when the account has another password by now, or is disabled or erased
 */
export async function challengeSecondFactor(
  { database, clock, config }: Pick<Services, 'database' | 'clock' | 'config'>,
  user: UsersRow,
  remember: boolean,
): Promise<Omit<SecondFactorDue, 'success'>> {
  const challenge = newSecret()
  const expiresAt = clock.now() + challengeLife
  await transact(database, async (transaction) => {
    // Another password ends the challenges that were there before it, and finds no other.
    const now = await lockRow(transaction, 'users', user.id)
    // guard: challenge for the password that there is -> tests/http/accounts/changed-meanwhile.test.ts "wants no second step" on postgres
    if (now?.password_hash !== user.password_hash || now.is_active === 0)
      throw new Failure('INVALID_CREDENTIALS')
    await transaction
      .insertInto('sign_in_challenges')
      .values({
        hash: sha256(challenge),
        kind: 'second-factor',
        user_id: user.id,
        session_id: null,
        remembered: remember ? 1 : 0,
        failures: 0,
        expires_at: expiresAt,
      })
      .execute()
    const newest = transaction
      .selectFrom('sign_in_challenges')
      .select('hash')
      .where('user_id', '=', user.id)
      .where('kind', '=', 'second-factor')
      .orderBy('expires_at', 'desc')
      .limit(maxChallenges)
    await transaction
      .deleteFrom('sign_in_challenges')
      .where('user_id', '=', user.id)
      .where('kind', '=', 'second-factor')
      .where('hash', 'not in', newest)
      .execute()
  })
  const totp = await findTotp(database, user.id)
  const passkeys = await findPasskeys(database, user.id)
  const methods: SecondFactorDue['secondFactor']['methods'] = [
    ...(totp?.confirmed_at ? ['totp' as const] : []),
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
    'recovery',
  ]
  const passkey =
    passkeys.length > 0
      ? requestOptions(config, Buffer.from(challenge, 'base64url'), passkeys.map(credentialOf))
      : undefined
  return { secondFactor: { challenge, methods, expiresAt: new Date(expiresAt).toISOString(), passkey } }
}

/**
 * Opens the session of someone who knew the password and brings the second factor. A challenge takes five wrong codes, a
 * person five before each next one has to wait; a code is good once.
 * @throws Failure RATE_LIMITED, CHALLENGE_EXPIRED, WRONG_CODE with the attempts left, INVALID_CREDENTIALS when the account
 *   has changed meanwhile
 */
export async function bringSecondFactor(
  services: Services,
  { challenge, method, code }: CodeRequest,
  { address, device }: SignInOrigin,
): Promise<Omit<AuthReply, 'success'>> {
  const { database } = services
  await consumeSignInLimit(services, address)
  const network = networkOf(address)
  const hash = sha256(challenge)
  const { row, user } = await findChallenge(services, hash)
  const take = method === 'totp' ? consumeTotp : consumeRecoveryCode
  let attemptsLeft = 0
  const taken = await throttleAttempts(services, codeKey(user.id), async () => {
    const good = await take(services, user, code, hash, device)
    if (good) return true
    // guard: five wrong codes of a challenge -> tests/http/signing-in/second-factor.test.ts "ends with its time"
    attemptsLeft = await countFailure(database, hash)
    await recordRefusal(services, user, { step: method, network })
    return undefined
  })
  if (!taken) throw new Failure('WRONG_CODE', { attemptsLeft })
  services.dispatcher.wake()
  return openSession(services, user, { remember: row.remembered === 1, device, network })
}

/** A challenge that is good still, and whose it is. @throws Failure CHALLENGE_EXPIRED */
export async function findChallenge(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  hash: Uint8Array,
): Promise<{ row: SignInChallengesRow; user: UsersRow }> {
  const row = await database
    .selectFrom('sign_in_challenges')
    .selectAll()
    .where('hash', '=', hash)
    .where('kind', '=', 'second-factor')
    .where('failures', '<', maxFailures)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  const user =
    row &&
    (await database
      .selectFrom('users')
      .selectAll()
      .where('id', '=', row.user_id)
      .where('is_active', '=', 1)
      .executeTakeFirst())
  if (!row || !user) throw new Failure('CHALLENGE_EXPIRED')
  return { row, user }
}

/** @returns how many further wrong codes the challenge takes */
async function countFailure(database: Database, hash: Uint8Array): Promise<number> {
  const row = await database
    .updateTable('sign_in_challenges')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
    .where('hash', '=', hash)
    .returning('failures')
    .executeTakeFirst()
  return Math.max(0, maxFailures - (row?.failures ?? maxFailures))
}

/** Consumes a challenge. @throws Failure CHALLENGE_EXPIRED if it is gone */
export async function consumeChallenge(transaction: Database, hash: Uint8Array): Promise<void> {
  const used = await transaction
    .deleteFrom('sign_in_challenges')
    .where('hash', '=', hash)
    .where('failures', '<', maxFailures)
    .executeTakeFirst()
  // guard: challenge is good once -> tests/http/signing-in/second-factor.test.ts "good once, however many bring it" on postgres
  if (Number(used.numDeletedRows) === 0) throw new Failure('CHALLENGE_EXPIRED')
}

/** @returns whether the code was good; then it and the challenge are consumed */
async function consumeTotp(
  services: Services,
  user: UsersRow,
  code: string,
  challenge: Uint8Array,
): Promise<boolean> {
  const row = await findTotp(services.database, user.id)
  const step = row?.confirmed_at ? stepOf(services, row, code) : undefined
  if (step === undefined) return false
  return transact(services.database, async (transaction) => {
    const taken = await transaction
      .updateTable('totp')
      .set({ last_step: step })
      .where('user_id', '=', user.id)
      // guard: code of a second step is good once -> tests/http/signing-in/second-factor.test.ts "takes a code once" on postgres
      .where('last_step', '<', step)
      .executeTakeFirst()
    if (Number(taken.numUpdatedRows) === 0) return false
    await consumeChallenge(transaction, challenge)
    return true
  })
}

/** The same with a recovery code; notifies the person. */
async function consumeRecoveryCode(
  services: Services,
  user: UsersRow,
  code: string,
  challenge: Uint8Array,
  device: string,
): Promise<boolean> {
  const { database, clock } = services
  const codes = await database
    .selectFrom('recovery_codes')
    .selectAll()
    .where('user_id', '=', user.id)
    .execute()
  const found = await findRecoveryCode(code, codes)
  if (!found) return false
  return transact(database, async (transaction) => {
    const now = clock.now()
    const taken = await transaction
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('id', '=', found.id)
      // guard: recovery code is good once -> tests/http/signing-in/second-factor.test.ts "by a recovery code"
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (Number(taken.numUpdatedRows) === 0) return false
    await consumeChallenge(transaction, challenge)
    await appendSecurityNotice(services, transaction, user, 'recoveryCodeUsed', device)
    await recordAct(transaction, { act: 'account.recovery-code-used', by: user }, now)
    return true
  })
}
