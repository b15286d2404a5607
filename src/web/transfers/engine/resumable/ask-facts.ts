import type { UploadReply } from '#contract/transfers/files.ts'
import { client } from '../../../accounts/client.ts'
import type { SentFacts } from '../state/sent-facts.ts'

/**
 * The facts of an upload begun in another tab, whose options are known to the server alone. It is asked as by those who manage
 * the transfer: looking at the link would say that it was opened. Undefined where it can't be asked.
 */
export async function askFacts({
  transfer: { ref },
  manageUrl,
}: UploadReply): Promise<SentFacts | undefined> {
  try {
    const headers = { 'x-manage-token': manageUrl.split('#')[1] ?? '' }
    const { transfer } = await client.call('managedTransfer', { params: { ref }, headers })
    return { deleteAfterDownload: transfer.deleteAfterDownload, recipients: undefined }
  } catch {
    return undefined
  }
}
