import { appendSecurityNotice } from '#server/identity/accounts/append-security-notice.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { factorGrace, needsFactor } from '#server/identity/principals/factor-required.ts'
import { removeFactors } from '#server/identity/sign-in/factors/factors.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import type { Services } from '#server/platform/services.ts'
import { lockUserRow } from './users.ts'

/**
 * Removes the second factors of a person who lost them. If the service requires one, they have the days of grace to add
 * another.
 * @throws Failure USER_NOT_FOUND
 */
export async function resetFactors(
  services: Services,
  id: string,
  actor: Pick<Act, 'by' | 'network'>,
): Promise<void> {
  const { database, clock, config } = services
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, actor.by)
    const user = await lockUserRow(transaction, id)
    const now = clock.now()
    await removeFactors(transaction, id)
    await transaction
      .updateTable('users')
      .set({ second_factor_due_at: (await needsFactor(transaction, config, id)) ? now + factorGrace : null })
      .where('id', '=', id)
      .execute()
    await appendSecurityNotice(services, transaction, user, 'factorsReset')
    await recordAct(transaction, { act: 'user.factors-reset', to: user, ...actor }, now)
  })
  services.dispatcher.wake()
}
