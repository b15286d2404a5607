import { client } from '../../api/client.ts'
import type { TransferOptions } from './transfer-options.ts'

/** What was chosen for a file that has arrived, as its sender is reminded of it. */
export type SentFacts = {
  readonly encryptionMethod: string
  readonly passwordProtected: boolean
  readonly deleteAfterDownload: boolean
  /** Who gets a mail; undefined where nobody here knows any more. */
  readonly recipients: readonly string[] | undefined
}

export function factsOf(options: TransferOptions): SentFacts {
  const { encryptionMethod, password, deleteAfterDownload, recipients } = options
  return { encryptionMethod, passwordProtected: password !== '', deleteAfterDownload, recipients }
}

/** The same of an upload begun in another tab, whose options are known to the server alone. */
export async function askFacts(id: string): Promise<SentFacts | undefined> {
  try {
    const { file } = await client.call('fileInfo', { params: { id } })
    const { encryptionMethod, passwordProtected, deleteAfterDownload } = file
    return { encryptionMethod, passwordProtected, deleteAfterDownload, recipients: undefined }
  } catch {
    return undefined
  }
}
