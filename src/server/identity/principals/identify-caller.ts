import type { Caller } from '#server/identity/calls/caller.ts'
import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import type { Services } from '#server/platform/services.ts'
import { callerColumns, callerOf } from './caller-row.ts'
import { hasOwnGroups } from './rules/levels.ts'

type Asked = { tokenHash: Uint8Array; now: number }

/** Every call of someone who is signed in asks one of them. */
const sessionRow = { inGroups: sessionQuery(true), ofNoGroup: sessionQuery(false) }

function sessionQuery(withGroups: boolean) {
  return compileQuery((database, { tokenHash, now }: Placeholders<Asked>) =>
    database
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select([...callerColumns(withGroups), 'sessions.id as session_id'])
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
      // guard: account of a token -> tests/http/accounts/sessions.test.ts "an account that is disabled"
      .where('users.is_active', '=', 1),
  )
}

/**
 * The holder of the access token with this SHA-256, as the database has them now; undefined when the token is unknown, out of
 * time or revoked, or its account disabled.
 */
export async function identifyCaller(
  { database, clock, config }: Pick<Services, 'database' | 'clock' | 'config'>,
  tokenHash: Uint8Array,
): Promise<Caller | undefined> {
  const now = clock.now()
  const find = hasOwnGroups(config.groups) ? sessionRow.inGroups : sessionRow.ofNoGroup
  const {
    rows: [row],
  } = await find(database, { tokenHash, now })
  return row && callerOf(row, { sessionId: row.session_id, apiKey: null }, { config, now })
}
