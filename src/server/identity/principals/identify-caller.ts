import { keepQuery, type Slots } from '#server/platform/database/keep-query.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Services } from '#server/platform/services.ts'
import { isFactorOverdue } from '../second-factor/required.ts'

type Asked = { tokenHash: Uint8Array; now: number }

/** Every call of someone who is signed in asks it. */
const sessionRow = keepQuery((database, { tokenHash, now }: Slots<Asked>) =>
  database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.is_admin',
      'users.is_pro',
      'users.storage_limit',
      'users.must_change_password',
      'users.language',
      'users.second_factor_due_at',
      'sessions.id as session_id',
    ])
    // Each by its own index: with both in one condition SQLite reads all people instead.
    .where('sessions.id', 'in', ({ selectFrom }) =>
      selectFrom('sessions as current')
        .select('current.id')
        .where('current.access_hash', '=', tokenHash)
        .where('current.access_expires_at', '>', now)
        .unionAll(
          selectFrom('sessions as previous')
            .select('previous.id')
            .where('previous.previous_access_hash', '=', tokenHash)
            .where('previous.previous_access_expires_at', '>', now),
        ),
    )
    .where('users.is_active', '=', 1),
)

/**
 * Who holds the access token with this SHA-256, as the database has them now; undefined when the token is unknown, out
 * of time or revoked, or its account disabled.
 */
export async function identifyCaller(
  { database, clock, config }: Pick<Services, 'database' | 'clock' | 'config'>,
  tokenHash: Uint8Array,
): Promise<Caller | undefined> {
  const now = clock.now()
  const {
    rows: [row],
  } = await sessionRow(database, { tokenHash, now })
  return (
    row && {
      id: row.id,
      sessionId: row.session_id,
      apiKey: null,
      username: row.username,
      email: row.email,
      isAdmin: row.is_admin === 1,
      isPro: row.is_pro === 1,
      storageLimit: row.storage_limit,
      mustChangePassword: row.must_change_password === 1,
      mustAddFactor: isFactorOverdue(config, row.is_admin === 1, row.second_factor_due_at, now),
      language: row.language,
    }
  )
}
