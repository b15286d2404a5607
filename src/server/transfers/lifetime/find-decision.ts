import { signText } from '#server/identity/addresses/address-hash.ts'
import type { TransfersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { assertNotEnded } from '../model/transfers-table.ts'

/**
 * The address of the page with the reasons why a transfer was disabled or ended after a report, for its managers; null if
 * nothing was decided against it, or reports are off. The address carries a token.
 */
export async function findDecisionPage(
  { database, config }: Pick<Services, 'database' | 'config'>,
  transferId: string,
): Promise<string | null> {
  if (!config.REPORTS) return null
  const latest = await database
    .selectFrom('decisions')
    .innerJoin('cases', 'cases.id', 'decisions.case_id')
    .select('decisions.id')
    .where('cases.transfer_id', '=', transferId)
    // In a case with a decision against it, the answer that takes it back counts, too.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('decisions as against')
          .select('against.id')
          .whereRef('against.case_id', '=', 'cases.id')
          .where('against.action', '!=', 'none'),
      ),
    )
    .orderBy('decisions.at', 'desc')
    .orderBy('decisions.final', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!latest) return null
  return `/decision/${latest.id}#${await signText(database, 'decision', latest.id)}`
}

/**
 * As assertNotEnded, for managers of a transfer: if it was ended after a report, the failure says where the reasons are.
 * @throws Failure FILE_EXPIRED, FILE_DELETED
 */
export async function assertStillManaged(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  transfer: TransfersRow,
): Promise<void> {
  try {
    assertNotEnded(transfer, services.clock.now())
  } catch (error) {
    const decision = error instanceof Failure ? await findDecisionPage(services, transfer.id) : null
    if (!(error instanceof Failure) || decision === null) throw error
    throw new Failure(error.code, { decision, cause: error })
  }
}
