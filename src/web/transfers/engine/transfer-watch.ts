/** What an upload tells while it runs. Bytes count the whole form: the files and what is wrapped around them. */
export type TransferWatch = {
  onProgress: (sent: number, total: number) => void
  /** The connection is gone; another try will be made. */
  onLost: () => void
  /** Under which the server tells its steps; see followSteps. */
  stepsToken: string
  signal: AbortSignal
}
