import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { recordTransferEvents } from '../model/transfer-events.ts'
import type { NewTransfer } from '../model/transfers-table.ts'
import { forgetRecipientLimit, holdAndFindStopped } from './mail-limits.ts'
import type { TransferOptions } from './transfer-options.ts'

/** Options and rows of a new transfer and its recipients. */
type Written = { readonly options: TransferOptions; readonly rows: NewTransfer }

/**
 * Leaves out recipients who have stopped mails, or had their address erased, since they were named: nothing is written down of
 * them. Asked first of all in the transaction that makes the transfer.
 * @returns what is left, and what records that they were left out, once the transfer is there
 */
export async function leaveOutStopped(
  services: Pick<Services, 'clock'>,
  transaction: Database,
  { options, rows }: Written,
): Promise<Written & { recordLeftOut(): Promise<void> }> {
  const { announcements } = options
  const stopped = await holdAndFindStopped(
    services,
    transaction,
    announcements.map(({ email }) => email),
  )
  if (stopped.length === 0) return { options, rows, async recordLeftOut() {} }
  const [main, ...own] = rows.links
  return {
    options: { ...options, announcements: announcements.filter(({ email }) => !stopped.includes(email)) },
    rows: { ...rows, links: [main, ...own.filter(({ recipient }) => !stopped.includes(recipient ?? ''))] },
    async recordLeftOut() {
      const event = { transferId: rows.transfer.id, at: services.clock.now() }
      await recordTransferEvents(
        transaction,
        stopped.map(() => ({ ...event, kind: 'recipient-forgotten' })),
      )
      for (const address of stopped) await forgetRecipientLimit(transaction, address.toLowerCase())
    },
  }
}
