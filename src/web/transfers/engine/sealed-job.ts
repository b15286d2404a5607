import type { ServiceConfig } from '#contract/service.ts'
import { fetchPart } from '#web/ui/lazy/fetch-part.ts'
import { type Selection, sumOf } from '../selection/selection.ts'
import type { StoppedUpload } from './resumable/stopped-uploads.ts'
import type { Sent } from './state/transfer-state.ts'
import type { TransferJob } from './transfer-job.ts'
import type { TransferOptions } from './transfer-options.ts'
import { uploadWay } from './upload-way.ts'

/** The part of the app that seals. @throws PartNotFetched */
export async function fetchSealing() {
  const { default: part } = await fetchPart(async () => {
    const { withTexts } = await import('#web/ui/lazy/lazy-page.ts')
    return withTexts('sealing', () => import('./sealed/sealed-sending.ts'))
  })
  return part
}

/**
 * A selection as one transfer that is sealed in this browser while it is sent. Its link ends with its key, which the server is
 * never given.
 * @param stopped one of an earlier page to go on with, whose options are settled
 */
export function newSealedJob(
  selection: Selection,
  options: TransferOptions,
  asAccount: boolean,
  { routing, uploadOrigin }: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>,
  stopped?: StoppedUpload,
): TransferJob<Sent> {
  const { baseUrl } = stopped ?? uploadWay(sumOf(selection), { routing, uploadOrigin })
  async function begin() {
    const { newSealedSending } = await fetchSealing()
    return newSealedSending({
      selection,
      options,
      asAccount,
      baseUrl,
      resumableAbove: routing.resumableAbove,
      stopped,
    })
  }
  return sealedJob(selection, baseUrl, begin)
}

/** A job that begins to seal with its first try, and goes on with the next; where it could not begin, the next try begins anew. */
export function sealedJob<Reply>(
  selection: Selection,
  baseUrl: string,
  begin: () => Promise<Pick<TransferJob<Reply>, 'send' | 'discard'>>,
): TransferJob<Reply> {
  let begun: ReturnType<typeof begin> | undefined
  return {
    selection,
    baseUrl,
    keepsKey: true,
    async send(watch) {
      begun ??= begin()
      const sending = await begun.catch((error: unknown) => {
        begun = undefined
        throw error
      })
      return sending.send(watch)
    },
    discard() {
      begun?.then((sending) => sending.discard()).catch(() => {})
      begun = undefined
    },
  }
}
