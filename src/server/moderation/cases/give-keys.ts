import { toBase64url } from '#end-to-end/format/base64url.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Party, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findEndToEndSlot } from '#server/transfers/keys/end-to-end-slots.ts'
import { findTransfer } from '#server/transfers/model/transfers-table.ts'
import { assertMayOpen, auditedCase, findCase, recordCaseEntry } from './case-rows.ts'
import { findReportKeys } from './report-keys.ts'

/**
 * Gives the keys that reports of an end-to-end encrypted transfer brought to an administrator, whose browser opens it. The case and
 * the audit log record who did, and why, before the keys leave.
 * @throws Failure REPORT_NOT_FOUND, CONTENT_NOT_ALLOWED, FILE_DELETED, LINK_KEY_REQUIRED without a key
 */
export async function giveReportedKeys(
  services: Services,
  number: string,
  { by, network, reason }: { readonly by: Party; readonly network: string; readonly reason: string },
): Promise<{ keys: string[]; slot: string; size: number }> {
  const { database, clock } = services
  const found = await findCase(database, number)
  await assertMayOpen(services, found)
  const transfer = await findTransfer(database, found.transfer_id)
  const slot = await findEndToEndSlot(database, found.transfer_id)
  if (!transfer || transfer.ended_at !== null) throw new Failure('FILE_DELETED')
  const keys = slot ? await findReportKeys(services, found.id) : []
  if (!slot || keys.length === 0) throw new Failure('LINK_KEY_REQUIRED')
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, by)
    const at = clock.now()
    await recordCaseEntry(transaction, { case_id: found.id, at, kind: 'opened', by, text: reason })
    // guard: look at what was sealed -> tests/http/moderation/sealed-evidence.test.ts "opens in the browser"
    await recordAct(transaction, { act: 'report.opened', by, to: auditedCase(found), network }, at)
  })
  return { keys, slot: toBase64url(Uint8Array.from(slot.sealed)), size: transfer.size }
}
