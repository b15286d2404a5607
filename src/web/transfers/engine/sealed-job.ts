import type { ServiceConfig } from '#contract/service.ts'
import { fetchPart } from '#web/ui/lazy/fetch-part.ts'
import { type Selection, sumOf } from '../selection/selection.ts'
import type { Sent } from './state/transfer-state.ts'
import type { TransferJob } from './transfer-job.ts'
import type { TransferOptions } from './transfer-options.ts'
import { uploadWay } from './upload-way.ts'

/**
 * A selection as one transfer that is sealed in this browser while it is sent. Its link ends with its key, which the server is
 * never given.
 */
export function newSealedJob(
  selection: Selection,
  options: TransferOptions,
  asAccount: boolean,
  { routing, uploadOrigin }: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>,
): TransferJob<Sent> {
  const { baseUrl } = uploadWay(sumOf(selection), { routing, uploadOrigin })
  async function begin() {
    const { default: part } = await fetchPart(() => import('./sealed/sealed-sending.ts'))
    return part.newSealedSending({
      selection,
      options,
      asAccount,
      baseUrl,
      resumableAbove: routing.resumableAbove,
    })
  }
  let begun: ReturnType<typeof begin> | undefined
  return {
    selection,
    baseUrl,
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
