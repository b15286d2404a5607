/** What the sender chose in the panel. */
export type TransferOptions = {
  readonly expiresIn: string
  readonly password: string
  readonly description: string
  readonly deleteAfterDownload: boolean
}
