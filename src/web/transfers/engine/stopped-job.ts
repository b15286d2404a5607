import type { ServiceConfig } from '#contract/service.ts'
import { PartNotFetched } from '../../ui/lazy/fetch-part.ts'
import type { Selection } from '../selection/selection.ts'
import { ownReply } from './as-sender.ts'
import type { ResumableTransfer } from './resumable/resumable-transfer.ts'
import type { StoppedUpload } from './resumable/stopped-uploads.ts'
import { newSealedJob } from './sealed-job.ts'
import type { Sent } from './state/transfer-state.ts'
import type { TransferJob } from './transfer-job.ts'
import type { TransferOptions } from './transfer-options.ts'
import { partsOf, type TransferParts } from './transfer-parts.ts'
import { fetchResumable } from './upload-way.ts'

/** An upload of this selection that stopped, with the options that it began with. */
export function stoppedJob(
  selection: Selection,
  options: TransferOptions,
  stopped: StoppedUpload,
  config: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>,
): TransferJob<Sent> {
  if (stopped.sealed) return newSealedJob(selection, options, false, config, stopped)
  let resumable: ResumableTransfer | undefined
  return {
    selection,
    baseUrl: stopped.baseUrl,
    async send(watch) {
      const parts = await partsOf(selection, options, hasTimes(stopped))
      resumable ??= await continueStopped(parts, stopped)
      watch.signal.throwIfAborted()
      const answer = await resumable.send(watch, async () => ({}))
      if (answer === 'refused') throw new Error('the upload cannot be continued here')
      const reply = ownReply(answer)
      const { askFacts } = await fetchResumable()
      return { reply, facts: await askFacts(reply), password: '', asAccount: false }
    },
    discard: () => resumable?.discard(),
  }
}

/** Whether the form of an upload that stopped has the times of its files, and so the rest of it, too. */
export function hasTimes({ form }: StoppedUpload): boolean {
  return form?.withoutTimes !== true
}

/** The rest of an upload that stopped. @throws PartNotFetched */
export async function continueStopped(
  parts: TransferParts,
  stopped: StoppedUpload,
): Promise<ResumableTransfer> {
  const part = await fetchResumable()
  return part.continueStopped(parts, stopped).catch((cause: unknown) => {
    throw new PartNotFetched(cause)
  })
}
