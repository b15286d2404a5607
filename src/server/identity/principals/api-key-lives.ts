import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Asserts that a key still allows what it began: an upload may take days.
 * @throws Failure INVALID_API_KEY
 */
export async function assertApiKeyLives(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  id: string,
): Promise<void> {
  const row = await database
    .selectFrom('api_keys')
    .select('id')
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', clock.now())]))
    .executeTakeFirst()
  if (!row) throw new Failure('INVALID_API_KEY')
}
