/**
 * Reasons not to wait for the next try: the browser is online again, or the person asks for it. One that comes while a try
 * is under way counts for the try after it.
 */
export class Hurry {
  /** Whether there was reason to since `begin`. */
  wanted = false
  readonly #impatience: EventTarget | undefined

  /** @param impatience fires `now` when the person asks */
  constructor(impatience?: EventTarget) {
    this.#impatience = impatience
  }

  begin(): void {
    this.wanted = false
  }

  /** Calls `listener` whenever there is reason to hurry, until the returned function is called. */
  listen(listener: () => void): () => void {
    const ended = new AbortController()
    const on = { signal: ended.signal }
    const hurry = () => {
      this.wanted = true
      listener()
    }
    window.addEventListener('online', hurry, on)
    this.#impatience?.addEventListener('now', hurry, on)
    return () => ended.abort()
  }
}

/** Waits, but no longer than until the network or the person is back. */
export function pause(delay: number, signal: AbortSignal, hurry: Hurry): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const ended = new AbortController()
  const on = { signal: ended.signal }
  if (signal.aborted) return Promise.reject(signal.reason)
  const timer = setTimeout(resolve, delay)
  const unlisten = hurry.listen(resolve)
  signal.addEventListener('abort', () => reject(signal.reason), on)
  document.addEventListener('visibilitychange', () => resolve(), on)
  return promise.finally(() => {
    clearTimeout(timer)
    unlisten()
    ended.abort()
  })
}
