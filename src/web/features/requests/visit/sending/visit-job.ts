import type { UploadAnswer } from '#client/upload-form.ts'
import { requestTicketHeader } from '#contract/headers.ts'
import type { VisitorUploadReply } from '#contract/requests/requests.ts'
import type { ServiceConfig } from '#contract/service.ts'
import type { ResumableTransfer } from '#web/transfers/engine/resumable/resumable-transfer.ts'
import type { StoppedUpload } from '#web/transfers/engine/resumable/stopped-uploads.ts'
import type { ToRequest } from '#web/transfers/engine/sealed/request-sending.ts'
import { fetchSealing, sealedJob } from '#web/transfers/engine/sealed-job.ts'
import { newSending } from '#web/transfers/engine/sending.ts'
import { continueStopped, hasTimes } from '#web/transfers/engine/stopped-job.ts'
import type { TransferJob } from '#web/transfers/engine/transfer-job.ts'
import { filePartsOf } from '#web/transfers/engine/transfer-parts.ts'
import { uploadWay } from '#web/transfers/engine/upload-way.ts'
import { type Selection, sumOf } from '#web/transfers/selection/selection.ts'
import type { VisitTicket } from './visit-ticket.ts'

/** Result of an upload to a file request. */
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
        files: await filePartsOf(selection, config.routing.fileTimes),
      }),
      headers: async () => ({ [requestTicketHeader]: ticket.read() }),
    },
    config,
  )
  return {
    ...sending,
    selection,
    send: async (watch) => ({ reply: visitorReply(await sending.send(watch)) }),
  }
}

/** A selection that is sealed in this browser for the owner of a request. */
export function sealedVisitJob(
  { selection, said, publicKey }: Pick<ToRequest, 'selection' | 'said' | 'publicKey'>,
  ticket: VisitTicket,
  { routing, uploadOrigin }: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>,
): TransferJob<Received> {
  const { baseUrl } = uploadWay(sumOf(selection), { routing, uploadOrigin })
  const headers = async () => ({ [requestTicketHeader]: ticket.read() })
  const way = { baseUrl, resumableAbove: routing.resumableAbove, headers }
  const job = sealedJob(selection, baseUrl, async () => {
    const { newRequestSending } = await fetchSealing()
    return newRequestSending({ selection, said, publicKey, ...way })
  })
  return { ...job, send: async (watch) => ({ reply: await job.send(watch) }) }
}

/** An upload of this selection to a request that stopped, with the names that were ticked then. It needs no ticket. */
export function stoppedVisitJob(selection: Selection, stopped: StoppedUpload): TransferJob<Received> {
  let resumable: ResumableTransfer | undefined
  return {
    selection,
    baseUrl: stopped.baseUrl,
    async send(watch) {
      const files = await filePartsOf(selection, hasTimes(stopped))
      resumable ??= await continueStopped({ fields: [], files }, stopped)
      watch.signal.throwIfAborted()
      const answer = await resumable.send(watch, async () => ({}))
      if (answer === 'refused') throw new Error('the upload cannot be continued here')
      return { reply: visitorReply(answer) }
    },
    discard: () => resumable?.discard(),
  }
}

function visitorReply(answer: UploadAnswer): VisitorUploadReply {
  if ('reference' in answer) return answer
  throw new Error('the upload did not reach the file request')
}
