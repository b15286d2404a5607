/** Work that no caller waits for, such as follow-up after an answer. */
export type Background = {
  /**
   * Does the work called `name` now, or again afterwards if it is running. Errors are logged. Work should end where it can
   * continue after the next start when `stopping` is aborted.
   */
  run(name: string, work: (stopping: AbortSignal) => Promise<void>): void
}
