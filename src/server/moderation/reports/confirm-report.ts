import { checkCode, spendCode } from '#server/identity/addresses/mail-codes.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { lockCase, recordCaseEntry } from '../cases/case-rows.ts'
import { applyRule } from '../cases/switch-transfer.ts'
import type { OwnReport } from './follow-report.ts'
import { reportAsking } from './report-code.ts'

/** Confirms the address of a report: letters go to it from now on. @throws Failure INVALID_CODE, ALREADY_DECIDED without an address */
export async function confirmReport(
  services: Services,
  { report: { id, email, confirmed, number }, of }: OwnReport,
  { code, network }: { readonly code: string; readonly network: string },
): Promise<void> {
  if (confirmed === 1) return
  if (email === null) throw new Failure('ALREADY_DECIDED')
  const right = await checkCode(services, reportAsking(id, email, network), code)
  await transact(services.database, async (transaction) => {
    const locked = await lockCase(transaction, of.id)
    await spendCode(transaction, right)
    await transaction.updateTable('reports').set({ confirmed: 1 }).where('id', '=', id).execute()
    const at = services.clock.now()
    await recordCaseEntry(transaction, { case_id: of.id, at, kind: 'confirmed', text: number })
    await applyRule(services, transaction, locked)
  })
}
