import { timingSafeEqual } from 'node:crypto'
import { signText } from '#server/identity/addresses/address-hash.ts'
import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { isWaiting, lockCase } from './case-rows.ts'
import { disableLocked } from './switch-transfer.ts'

const idLength = 22

/**
 * Disables the transfer of a case for the holder of the operator's mail: once, and nothing else.
 * @param token a case and a signature
 * @returns the number of the case @throws Failure REPORT_NOT_FOUND, ALREADY_DECIDED
 */
export async function pressButton(services: Services, token: string, network: string): Promise<string> {
  const { database } = services
  const id = token.slice(0, idLength)
  const expected = Buffer.from(await signText(database, 'moderate', id))
  const given = Buffer.from(token.slice(idLength))
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Failure('REPORT_NOT_FOUND')
  return transact(database, async (transaction) => {
    const locked = await lockCase(transaction, id)
    // guard: button of a mail works once -> tests/http/moderation/reports.test.ts "a stranger to the operator’s button"
    //   drops locked.button_used === 1 ||
    if (locked.button_used === 1 || !isWaiting(locked)) throw new Failure('ALREADY_DECIDED')
    await transaction.updateTable('cases').set({ button_used: 1 }).where('id', '=', id).execute()
    const isDisabled = await disableLocked(services, transaction, locked, {
      how: 'disabled-by-mail',
      network,
    })
    if (!isDisabled) throw new Failure('ALREADY_DECIDED')
    return locked.number
  })
}
