import type { TermsAcceptance } from '#contract/terms-acceptance.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * Keeps which version of the terms a person has accepted, and when. The same version again changes nothing.
 * @throws Failure INVALID_TOKEN when the account has just been erased
 */
export async function acceptTerms(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  userId: string,
  version: string,
): Promise<TermsAcceptance> {
  await database
    .updateTable('users')
    .set({ accepted_terms_version: version, accepted_terms_at: clock.now() })
    .where('id', '=', userId)
    .where(({ eb, or }) =>
      or([eb('accepted_terms_version', 'is', null), eb('accepted_terms_version', '<>', version)]),
    )
    .execute()
  const row = await database
    .selectFrom('users')
    .select('accepted_terms_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!row?.accepted_terms_at) throw new Failure('INVALID_TOKEN')
  return { version, acceptedAt: new Date(row.accepted_terms_at).toISOString() }
}
