import { client } from '../../accounts/client.ts'
import { recipientsOf, type TransferOptions } from './transfer-options.ts'

/** What was chosen for a file that has arrived and its receipt does not say, as its sender is reminded of it. */
export type SentFacts = {
  readonly deleteAfterDownload: boolean
  /** Who gets a mail; undefined where nobody here knows any more. */
  readonly recipients: readonly string[] | undefined
}

export function factsOf(options: TransferOptions): SentFacts {
  return { deleteAfterDownload: options.deleteAfterDownload, recipients: recipientsOf(options) }
}

/** The same of an upload begun in another tab, whose options are known to the server alone. */
export async function askFacts(id: string): Promise<SentFacts | undefined> {
  try {
    const { file } = await client.call('fileInfo', { params: { id } })
    return { deleteAfterDownload: file.deleteAfterDownload, recipients: undefined }
  } catch {
    return undefined
  }
}
