/** Work that nobody waits for, such as what happens a moment after an answer. */
export type Background = {
  /**
   * Does the work called `name` now, or once more after it when it is going on already. What it throws is logged. Once
   * `stopping` is aborted the work should end where it can go on after the next start.
   */
  run(name: string, work: (stopping: AbortSignal) => Promise<void>): void
}
