/** What an upload reports while it runs. Bytes count the whole form: the files and what is wrapped around them. */
export type TransferWatch = {
  onProgress: (sent: number, total: number) => void
  /** The connection is gone; another try will be made. */
  onLost: () => void
  /** From now on the upload can be interrupted and continued. */
  onResumable: () => void
  /** Under which the server reports its steps; see followSteps. */
  stepsToken: string
  signal: AbortSignal
}
