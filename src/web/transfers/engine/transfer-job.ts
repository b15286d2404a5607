import type { ServiceConfig } from '#contract/service.ts'
import { PartNotFetched } from '../../ui/lazy/fetch-part.ts'
import type { Selection } from '../selection/selection.ts'
import { headersOfSender, ownReply } from './as-sender.ts'
import type { ResumableTransfer } from './resumable/resumable-transfer.ts'
import type { StoppedUpload } from './resumable/stopped-uploads.ts'
import { newSending } from './sending.ts'
import { factsOf, type Sent, type TransferWatch } from './state/transfer-state.ts'
import { addThumbnails } from './thumbnails/thumbnails.ts'
import type { TransferOptions } from './transfer-options.ts'
import { partsOf, type TransferParts } from './transfer-parts.ts'
import { fetchResumable } from './upload-way.ts'

/** A selection to be sent, and what comes of it. */
export type TransferJob<Result> = {
  readonly selection: Selection
  /** Origin that takes it; empty for the page's own. */
  readonly baseUrl: string
  /** @throws ApiError, the signal's reason, or PartNotFetched */
  send(watch: TransferWatch): Promise<Result>
  /** Deletes the bytes that have arrived from the server. */
  discard(): void
}

/**
 * A selection as one transfer of the account that is signed in, or of a guest. The one never becomes the other: where
 * the account's session is gone, it fails with AUTHENTICATION_REQUIRED.
 */
export function newJob(
  selection: Selection,
  options: TransferOptions,
  asAccount: boolean,
  config: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>,
): TransferJob<Sent> {
  const sending = newSending(
    {
      selection,
      scope: '',
      parts: async () => addThumbnails(await partsOf(selection, options)),
      headers: () => headersOfSender(asAccount),
    },
    config,
  )
  return {
    ...sending,
    selection,
    send: async (watch) => ({
      reply: ownReply(await sending.send(watch)),
      facts: factsOf(options),
      password: options.password,
      asAccount,
    }),
  }
}

/** An upload of this selection that stopped, with the options that it began with. */
export function stoppedJob(
  selection: Selection,
  options: TransferOptions,
  stopped: StoppedUpload,
): TransferJob<Sent> {
  let resumable: ResumableTransfer | undefined
  return {
    selection,
    baseUrl: stopped.baseUrl,
    async send(watch) {
      resumable ??= await continueStopped(await partsOf(selection, options), stopped)
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
