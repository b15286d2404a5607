import { recipientsOf, type TransferOptions } from '../form/transfer-options.ts'

/** What was chosen for a file that has arrived and its receipt does not say, as its sender is reminded of it. */
export type SentFacts = {
  readonly deleteAfterDownload: boolean
  /** Who gets a mail; undefined where nobody here knows any more. */
  readonly recipients: readonly string[] | undefined
}

export function factsOf(options: TransferOptions): SentFacts {
  return { deleteAfterDownload: options.deleteAfterDownload, recipients: recipientsOf(options) }
}
