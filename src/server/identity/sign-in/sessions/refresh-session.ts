import { timingSafeEqual } from 'node:crypto'
import type { AuthReply } from '#contract/accounts/accounts.ts'
import { sha256 } from '#crypto/random-id.ts'
import type { SessionsRow, UsersRow } from '#server/platform/database/database.ts'
import { databaseNow } from '#server/platform/database/database-engine.ts'
import { transact } from '#server/platform/database/transact.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { appendSecurityNotice } from '../../accounts/append-security-notice.ts'
import { userOf } from '../../accounts/profile.ts'
import { isOverdue } from '../../principals/factor-required.ts'
import {
  newSuccessorSalt,
  type RefreshToken,
  readRefreshToken,
  renewedTimes,
  successorOf,
} from './session-tokens.ts'

/**
 * Milliseconds in which a refresh token may be sent again, until its successor has been used: after a lost answer, or from
 * another tab. Measured by the clock that all instances share: an instance whose own is a minute ahead would take the second
 * tab for a thief.
 */
const grace = 60_000

/**
 * Goes on with a session: each refresh token is good for one refresh. A used one that comes back otherwise than by
 * the grace was stolen, from its owner or by them: the whole session ends.
 * @throws Failure INVALID_TOKEN
 */
export async function refreshSession(services: Services, token: string): Promise<Omit<AuthReply, 'success'>> {
  const refresh = readRefreshToken(token)
  if (!refresh) throw new Failure('INVALID_TOKEN')
  const presented = sha256(token)
  for (;;) {
    const { session, sharedNow, user } = await findSession(services, refresh)
    const now = services.clock.now()
    const due = user.second_factor_due_at
    const present = userOf(user, await isOverdue(services, user.id, due))
    if (timingSafeEqual(presented, session.refresh_hash)) {
      const rotated = await rotate(services, session, refresh)
      if (rotated) return { ...rotated, user: present }
      // Another tab was faster: look again.
    } else if (isRepeat(session, presented, sharedNow)) {
      const { access, refresh: next } = successorOf(refresh, session.successor_salt)
      const expiresIn = session.access_expires_at - now
      return { token: access, expiresIn, refreshToken: next, user: present }
    } else {
      // guard: used refresh token -> tests/http/accounts/sessions.test.ts "ends the session"
      await endStolen(services, session, user)
      throw new Failure('INVALID_TOKEN')
    }
  }
}

/** Ends a session whose refresh token two have, and notifies its person. */
async function endStolen(services: Services, session: SessionsRow, user: UsersRow): Promise<void> {
  const { database, clock, log } = services
  await transact(database, async (transaction) => {
    const ended = await transaction.deleteFrom('sessions').where('id', '=', session.id).executeTakeFirst()
    if (Number(ended.numDeletedRows) === 0) return
    await appendSecurityNotice(services, transaction, user, 'sessionStolen', session.device)
    await recordAct(transaction, { act: 'session.stolen', to: user }, clock.now())
  })
  services.dispatcher.wake()
  log.warn({ userId: user.id }, 'refresh token reused; session ended')
}

async function findSession(services: Services, { family }: RefreshToken) {
  const { database, clock } = services
  const found = await database
    .selectFrom('sessions')
    .selectAll()
    .select(databaseNow(services).as('shared_now'))
    .where('family_hash', '=', sha256(family))
    .where('idle_until', '>', clock.now())
    .executeTakeFirst()
  if (!found) throw new Failure('INVALID_TOKEN')
  const { shared_now: sharedNow, ...session } = found
  const user = await database
    .selectFrom('users')
    .selectAll()
    .where('id', '=', session.user_id)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!user) throw new Failure('INVALID_TOKEN')
  return { session, sharedNow, user }
}

/** Puts the next pair in the row, or returns undefined when the row has another pair by now. */
async function rotate(services: Services, session: SessionsRow, refresh: RefreshToken) {
  const { database, clock } = services
  const now = clock.now()
  const salt = newSuccessorSalt()
  const next = successorOf(refresh, salt)
  const times = renewedTimes(now, session.remembered === 1, session.expires_at)
  const updated = await database
    .updateTable('sessions')
    .set({
      access_hash: sha256(next.access),
      previous_access_hash: session.access_hash,
      previous_access_expires_at: session.access_expires_at,
      refresh_hash: sha256(next.refresh),
      previous_refresh_hash: session.refresh_hash,
      successor_salt: salt,
      // guard: clock of the grace of a refresh token -> tests/http/accounts/sessions.test.ts "is no theft" on postgres
      //   databaseNow(services) becomes now
      rotated_at: databaseNow(services),
      ...times,
    })
    .where('id', '=', session.id)
    // guard: one refresh for a token -> tests/http/accounts/sessions.test.ts "of two refreshes" on postgres
    .where('refresh_hash', '=', session.refresh_hash)
    .executeTakeFirst()
  if (Number(updated.numUpdatedRows) === 0) return undefined
  return { token: next.access, expiresIn: times.access_expires_at - now, refreshToken: next.refresh }
}

type Rotated = SessionsRow & { successor_salt: Uint8Array }

function isRepeat(session: SessionsRow, presented: Uint8Array, now: number): session is Rotated {
  const { previous_refresh_hash: previous, rotated_at: rotatedAt, successor_salt: salt } = session
  if (!previous || rotatedAt === null || !salt) return false
  // guard: grace of a refresh token -> tests/http/accounts/sessions.test.ts "comes back after the minute"
  //   drops && now < rotatedAt + grace
  return timingSafeEqual(presented, previous) && now < rotatedAt + grace
}
