import { KIB } from '#contract/transfers/limits.ts'
import type { ByteSink } from './byte-sink.ts'

/** Bytes that are handed on together, and of a chunk that goes on as it is. */
const lengths = { joined: 64 * KIB, large: 16 * KIB }

/** Takes chunks; what it was given is the caller's again when a call returns, but for large chunks. */
type ChunkJoiner = Pick<ByteSink, 'write'> & {
  /** Hands on what is held back. */
  flush(): Promise<void> | undefined
}

/**
 * Joins small chunks: whatever they go through, each costs as much as thousands of bytes.
 * @param sink has done with a chunk when its `write` returns: the next ones are gathered in the same memory
 */
export function joinChunks(sink: Pick<ByteSink, 'write'>): ChunkJoiner {
  let held: Buffer | undefined
  let length = 0

  function flush(): Promise<void> | undefined {
    if (!held || length === 0) return undefined
    const chunk = held.subarray(0, length)
    length = 0
    return sink.write(chunk)
  }
  return {
    write(chunk) {
      if (chunk.length >= lengths.large) {
        const wait = flush()
        return sink.write(chunk) ?? wait
      }
      held ??= Buffer.allocUnsafeSlow(lengths.joined)
      // Never quite full: a sink may free a chunk that owns the whole of its memory.
      // guard: memory that chunks are joined in is never handed over whole -> src/server/platform/buffers/join-chunks.test.ts
      //   length + chunk.length >= held.length becomes length + chunk.length > held.length
      const wait = length + chunk.length >= held.length ? flush() : undefined
      held.set(chunk, length)
      length += chunk.length
      return wait
    },
    flush,
  }
}
