import type { Maintenance } from '#contract/operations/admin.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import { setMaintenance } from '#server/platform/http/maintenance.ts'
import type { Services } from '#server/platform/services.ts'

/** Puts the service under maintenance, or ends it, for every instance. */
export async function switchMaintenance(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  maintenance: Maintenance,
  actor: Pick<Act, 'by' | 'network'>,
): Promise<void> {
  const act = maintenance.active ? 'service.maintenance-enabled' : 'service.maintenance-disabled'
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, actor.by)
    await setMaintenance(transaction, maintenance)
    await recordAct(transaction, { act, ...actor }, clock.now())
  })
}
