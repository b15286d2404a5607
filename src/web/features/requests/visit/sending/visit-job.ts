import { requestTicketHeader } from '#contract/requests/request-headers.ts'
import type { VisitorUploadReply } from '#contract/requests/requests.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { newSending } from '#web/transfers/engine/sending.ts'
import type { TransferJob } from '#web/transfers/engine/transfer-job.ts'
import { filePartsOf } from '#web/transfers/engine/transfer-parts.ts'
import type { Selection } from '#web/transfers/selection/selection.ts'
import type { VisitTicket } from './visit-ticket.ts'

/** What arrived at a file request. */
export type Received = { readonly reply: VisitorUploadReply }

/** A selection for a file request, with the names of its checklist that were ticked. */
export function visitJob(
  { id, selection, checked }: { id: string; selection: Selection; checked: readonly string[] },
  ticket: VisitTicket,
  config: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>,
): TransferJob<Received> {
  const sending = newSending(
    {
      selection,
      scope: id,
      parts: async () => ({
        fields: checked.length > 0 ? [{ name: 'checked', value: JSON.stringify(checked) }] : [],
        files: await filePartsOf(selection),
      }),
      headers: async () => ({ [requestTicketHeader]: ticket.read() }),
    },
    config,
  )
  return {
    ...sending,
    selection,
    async send(watch) {
      const answer = await sending.send(watch)
      if (!('reference' in answer)) throw new Error('the upload did not reach the file request')
      return { reply: answer }
    },
  }
}
