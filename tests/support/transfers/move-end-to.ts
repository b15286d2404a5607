import assert from 'node:assert/strict'
import type { Services } from '#server/platform/services.ts'
import { dayOf, obtainDayKey } from '#server/transfers/keys/day-keys.ts'
import { moveEnd } from '#server/transfers/lifetime/move-end.ts'
import { changeTransfer } from '#server/transfers/manage/change-transfer.ts'
import { findTransfer } from '#server/transfers/model/transfers-table.ts'

/**
 * Moves the end of a transfer as its owner would, but to any time.
 * @param id its reference, not the id of a link
 * @param expiresAt milliseconds since 1970
 * @throws Failure as changeTransfer does
 */
export async function moveEndTo(services: Services, id: string, expiresAt: number): Promise<void> {
  const transfer = await findTransfer(services.database, id)
  assert.ok(transfer)
  const dayKey = await obtainDayKey(services, dayOf(expiresAt))
  const to = { expiresAt, dayKey, network: '' }
  try {
    await changeTransfer(
      services,
      { transfer, by: undefined, network: '' },
      { act: 'file.changed', seen: undefined },
      (transaction, held) => moveEnd(services, transaction, held.transfer, to),
    )
  } finally {
    // As the call of the owner does.
    dayKey.fill(0)
  }
}
