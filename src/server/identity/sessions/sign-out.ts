import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { familyHashOf } from './session-tokens.ts'

/**
 * Ends the session that either token belongs to, whether or not the token is still good: whoever leaves need not
 * refresh first. A session that has ended already is no failure.
 * @throws Failure AUTHENTICATION_REQUIRED when neither looks like a token
 */
export async function signOut(
  { database }: Pick<Services, 'database'>,
  { accessHash, refreshToken }: { accessHash: Uint8Array | undefined; refreshToken: string | undefined },
): Promise<void> {
  const familyHash = refreshToken === undefined ? undefined : familyHashOf(refreshToken)
  if (!accessHash && !familyHash) throw new Failure('AUTHENTICATION_REQUIRED')
  await database
    .deleteFrom('sessions')
    .where(({ eb, or }) =>
      or([
        ...(accessHash
          ? [eb('access_hash', '=', accessHash), eb('previous_access_hash', '=', accessHash)]
          : []),
        ...(familyHash ? [eb('family_hash', '=', familyHash)] : []),
      ]),
    )
    .execute()
}
