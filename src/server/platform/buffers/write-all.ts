import type { ByteSink } from './byte-sink.ts'

/**
 * Writes chunks in order. The promise, if any, settles when all that the sink returned have, and none of theirs is left
 * without a handler.
 */
export function writeAll(
  sink: Pick<ByteSink, 'write'>,
  chunks: readonly Uint8Array[],
): Promise<void> | undefined {
  const waits = new Set<Promise<void>>()
  for (const chunk of chunks) {
    const wait = sink.write(chunk)
    if (wait) waits.add(wait)
  }
  if (waits.size === 0) return undefined
  return Promise.all(waits).then(() => {})
}
