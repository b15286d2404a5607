import type { AuthReply } from '#contract/accounts/accounts.ts'
import { newId, sha256 } from '#crypto/random-id.ts'
import type { Database, UsersRow } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { appendSecurityNotice } from '../../accounts/append-security-notice.ts'
import { userOf } from '../../accounts/profile.ts'
import { isOverdue, needsFactor } from '../../principals/factor-required.ts'
import { endGrace, startGrace } from '../factors/days-of-grace.ts'
import { rememberDevice } from './remember-device.ts'
import { familyHashOf, newTokens, renewedTimes, sessionEnd } from './session-tokens.ts'

/** How many sessions one person may have; the one unused for longest goes. */
const maxSessions = 20

type NewSession = {
  readonly remember: boolean
  readonly device: string
  readonly network: string
  readonly prove?: (transaction: Database) => Promise<void>
  readonly usedFactors?: boolean
}

/**
 * Opens a session for an authenticated person.
 * @param prove consumes the proof, in the same transaction
 * @throws Failure INVALID_CREDENTIALS when the password was changed or the account disabled meanwhile
 * @param usedFactors whether a second factor was shown elsewhere, so that none has to be added here
 */
export async function openSession(
  services: Services,
  user: UsersRow,
  { remember, device, network, prove, usedFactors = false }: NewSession,
): Promise<Omit<AuthReply, 'success'>> {
  const { database, clock } = services
  const now = clock.now()
  const tokens = newTokens()
  const familyHash = familyHashOf(tokens.refresh)
  if (!familyHash) throw new Error('a new refresh token is none')
  const end = sessionEnd(now, remember)
  const times = renewedTimes(now, remember, end)
  let dueAt = user.second_factor_due_at
  const notified = await transact(database, async (transaction) => {
    // A conflict repeats all of this.
    dueAt = user.second_factor_due_at
    const updated = await transaction
      .updateTable('users')
      .set({ signed_in_at: now })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('is_active', '=', 1)
      .executeTakeFirst()
    if (Number(updated.numUpdatedRows) === 0) throw new Failure('INVALID_CREDENTIALS')
    await prove?.(transaction)
    const isWanted = !usedFactors && (await needsFactor(transaction, services.config, user.id))
    if (isWanted) dueAt ??= await startGrace(transaction, user.id, now)
    else if (dueAt !== null) dueAt = await endGrace(transaction, user.id)
    await transaction
      .insertInto('sessions')
      .values({
        id: newId(),
        user_id: user.id,
        access_hash: sha256(tokens.access),
        previous_access_hash: null,
        previous_access_expires_at: null,
        family_hash: familyHash,
        refresh_hash: sha256(tokens.refresh),
        previous_refresh_hash: null,
        successor_salt: null,
        rotated_at: null,
        remembered: remember ? 1 : 0,
        device,
        created_at: now,
        expires_at: end,
        ...times,
      })
      .execute()
    await transaction
      .deleteFrom('sessions')
      .where('user_id', '=', user.id)
      .where('id', 'not in', (query) =>
        query
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', user.id)
          .orderBy('last_used_at', 'desc')
          .orderBy('created_at', 'desc')
          // guard: sessions of one person -> tests/http/accounts/sessions.test.ts "a person has twenty sessions"
          //   maxSessions becomes 10 * maxSessions
          .limit(maxSessions),
      )
      .execute()
    const known = await rememberDevice(transaction, user.id, { label: device, network }, now)
    // Anyone who signs in for the first time knows that they do.
    const notify = !known && user.signed_in_at !== null
    if (notify) await appendSecurityNotice(services, transaction, user, 'newSignIn', device)
    await recordAct(transaction, { act: 'session.opened', by: user, details: { device }, network }, now)
    return notify
  })
  if (notified) services.dispatcher.wake()
  return {
    token: tokens.access,
    expiresIn: times.access_expires_at - now,
    refreshToken: tokens.refresh,
    user: userOf(user, await isOverdue(services, user.id, dueAt)),
  }
}
