import type { ServiceConfig } from '#contract/service.ts'
import type { Selection } from '../selection/selection.ts'
import { headersOfSender, ownReply } from './as-sender.ts'
import { newSending } from './sending.ts'
import { factsOf, type Sent, type TransferWatch } from './state/transfer-state.ts'
import { addThumbnails } from './thumbnails/thumbnails.ts'
import type { TransferOptions } from './transfer-options.ts'
import { partsOf } from './transfer-parts.ts'

/** A selection to be sent, and what comes of it. */
export type TransferJob<Result> = {
  readonly selection: Selection
  /** Origin that takes it; empty for the page's own. */
  readonly baseUrl: string
  /** Its link ends with a key that the server does not know, and so is not given out by it. */
  readonly keepsKey?: true
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
      parts: async () => addThumbnails(await partsOf(selection, options, config.routing.fileTimes)),
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
