import { manageTokenHeader } from '#contract/headers.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { client } from '../../../accounts/client.ts'
import type { SentFacts } from '../state/sent-facts.ts'

/**
 * Facts of an upload begun in another tab, whose options only the server knows. Reads them with the manage token: reading the
 * link would count as opening it. Undefined if the call fails.
 */
export async function askFacts({
  transfer: { ref },
  manageUrl,
}: UploadReply): Promise<SentFacts | undefined> {
  try {
    const headers = { [manageTokenHeader]: manageUrl.split('#')[1] ?? '' }
    const { transfer } = await client.call('managedTransfer', { params: { ref }, headers })
    return { deleteAfterDownload: transfer.deleteAfterDownload, recipients: undefined }
  } catch {
    return undefined
  }
}
