import { newSecret, sha256 } from '#crypto/random-id.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

type Needs = Pick<Services, 'config' | 'database' | 'clock'>

/** Milliseconds that the set-up link works. */
export const setupLinkLife = 24 * 60 * 60_000

/**
 * Issues the link that makes the first administrator, where there is none and no link of before still works: of several
 * instances that start at once, one gets it. The database holds only a hash of it.
 * @returns its address, for the person who starts the server
 */
export async function issueSetupLink({ config, database, clock }: Needs): Promise<string | undefined> {
  if (await hasAdmin(database)) return undefined
  const now = clock.now()
  const token = newSecret()
  const issued = await database
    .updateTable('setup')
    .set({ token_hash: sha256(token), expires_at: now + setupLinkLife })
    .where('expires_at', '<=', now)
    .executeTakeFirst()
  return issued.numUpdatedRows === 1n ? `${config.publicUrl}/setup#${token}` : undefined
}

/**
 * Asserts that a set-up link still works.
 * @returns until when, in milliseconds since 1970
 * @throws Failure NOT_FOUND: it was used, its time is up, it never was one, or there is an administrator
 */
export async function findSetupLink(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  token: string,
): Promise<number> {
  const row = await database
    .selectFrom('setup')
    .select('expires_at')
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  // guard: set-up link where there is an administrator -> tests/http/setup/setup.test.ts "closes the link"
  //   drops || (await hasAdmin(database))
  if (!row || (await hasAdmin(database))) throw new Failure('NOT_FOUND')
  return row.expires_at
}

/** Uses the link up, in the transaction of what it is used for. @throws Failure NOT_FOUND, as findSetupLink does */
export async function consumeSetupLink(transaction: Database, token: string, now: number): Promise<void> {
  const used = await transaction
    .updateTable('setup')
    .set({ token_hash: null })
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n || (await hasAdmin(transaction))) throw new Failure('NOT_FOUND')
}

async function hasAdmin(database: Database): Promise<boolean> {
  const row = await database
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
