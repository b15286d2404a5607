import { foldName } from '#server/identity/accounts/account-rules.ts'
import { recordAlone } from '#server/identity/accounts/record-alone.ts'
import { commandLine } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import { withLock } from '#server/platform/locks/locks.ts'
import type { Services } from '#server/platform/services.ts'
import { importPeople } from './import-people.ts'
import { importRequests } from './import-requests.ts'
import { importShares } from './import-shares.ts'
import { mailResetLinks } from './mail-reset-links.ts'
import type { Outcomes } from './outcomes.ts'
import type { Source } from './source.ts'

/**
 * Imports what is in the data of another service, beside the running service. Each thing is remembered in the
 * transaction in which it comes, so that an import that was cut off, or is repeated, brings the rest.
 * @param isDry says what would come, and writes nothing
 * @param owner username of the account that owns what belongs to people who did not come
 * @throws Failure USER_NOT_FOUND, LockTaken while another import runs, SourceProblem, Failure where nothing more can be stored
 */
export async function importSource(
  services: Services,
  source: Source,
  outcomes: Outcomes,
  { isDry, owner }: { readonly isDry: boolean; readonly owner: string | undefined },
): Promise<void> {
  await withLock(services, 'import', {}, async (lock) => {
    const importing = { services, family: source.family, lock, isDry }
    if (!isDry)
      await recordAlone(services, {
        act: 'service.imported',
        by: commandLine,
        details: { from: source.family },
      })
    const otherwise = owner === undefined ? undefined : await findAccount(services, owner)
    const findOwner = await importPeople(importing, source, outcomes, otherwise)
    await importRequests(importing, source, outcomes, findOwner)
    await importShares(importing, source, outcomes, findOwner)
    if (!isDry) await mailResetLinks(importing)
  })
}

/** @throws Failure USER_NOT_FOUND */
async function findAccount({ database }: Pick<Services, 'database'>, username: string): Promise<string> {
  const row = await database
    .selectFrom('users')
    .select('id')
    .where('username_folded', '=', foldName(username))
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!row) throw new Failure('USER_NOT_FOUND')
  return row.id
}
