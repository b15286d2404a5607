import { recipientsOf, type TransferOptions } from '../form/transfer-options.ts'

/** Options of an arrived file that its receipt lacks, to remind the sender of them. */
export type SentFacts = {
  readonly deleteAfterDownload: boolean
  /** Addresses that get a mail; undefined where this tab does not know them. */
  readonly recipients: readonly string[] | undefined
}

export function factsOf(options: TransferOptions): SentFacts {
  return { deleteAfterDownload: options.deleteAfterDownload, recipients: recipientsOf(options) }
}
