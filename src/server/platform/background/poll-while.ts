type Looking = {
  /** Milliseconds between the end of a look and the next. */
  readonly interval: number
  isNeeded(): boolean
  /** Never rejects. */
  look(): Promise<void>
}

/**
 * Looks at something again and again while that is needed. It keeps no process alive.
 * @returns a function that starts it, unless it runs already or is not needed
 */
export function lookWhile({ interval, isNeeded, look }: Looking): () => void {
  let timer: NodeJS.Timeout | undefined
  async function lookOnce() {
    await look()
    timer = undefined
    lookLater()
  }
  function lookLater() {
    if (timer !== undefined || !isNeeded()) return
    timer = setTimeout(() => void lookOnce(), interval)
    timer.unref()
  }
  return lookLater
}
