/** The chunks until the signal stops them, also while the line is silent. @throws the signal's reason */
export async function* untilStopped<T>(chunks: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = chunks[Symbol.asyncIterator]()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  stopped.catch(() => {})
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = await Promise.race([iterator.next(), stopped])
      if (next.done) return
      yield next.value
    }
  } finally {
    // It waits for the chunk that is under way.
    iterator.return?.().catch(() => {})
  }
}
