type Polling = {
  /** Milliseconds between the end of a poll and the next. */
  readonly interval: number
  isNeeded(): boolean
  /** Never rejects. */
  poll(): Promise<void>
}

/**
 * Polls something while that is needed. It keeps no process alive.
 * @returns a function that starts it, unless it runs already or is not needed
 */
export function pollWhile({ interval, isNeeded, poll }: Polling): () => void {
  let timer: NodeJS.Timeout | undefined
  async function pollOnce() {
    await poll()
    timer = undefined
    pollLater()
  }
  function pollLater() {
    if (timer !== undefined || !isNeeded()) return
    timer = setTimeout(() => void pollOnce(), interval)
    timer.unref()
  }
  return pollLater
}
