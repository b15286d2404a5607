import { KIB } from '#contract/transfers/limits.ts'
import type { ByteSink } from './byte-sink.ts'

/** Bytes that are handed on together, and of a piece that goes on as it is. */
const lengths = { joined: 64 * KIB, large: 16 * KIB }

/** Takes pieces; what it was given is the caller's again when a call returns, but for large pieces. */
export type PieceJoiner = Pick<ByteSink, 'write'> & {
  /** Hands on what is held back. */
  flush(): Promise<void> | undefined
}

/**
 * Joins small pieces: whatever they go through, each costs as much as thousands of bytes.
 * @param sink has done with a piece when its `write` returns: the next ones are gathered in the same memory
 */
export function joinPieces(sink: Pick<ByteSink, 'write'>): PieceJoiner {
  let held: Buffer | undefined
  let length = 0

  function flush(): Promise<void> | undefined {
    if (!held || length === 0) return undefined
    const piece = held.subarray(0, length)
    length = 0
    return sink.write(piece)
  }
  return {
    write(piece) {
      if (piece.length >= lengths.large) {
        const wait = flush()
        return sink.write(piece) ?? wait
      }
      held ??= Buffer.allocUnsafeSlow(lengths.joined)
      // Never quite full: a sink may free a piece that owns the whole of its memory.
      // guard: memory that pieces are joined in is never handed over whole -> src/server/platform/buffers/join-pieces.test.ts
      //   length + piece.length >= held.length becomes length + piece.length > held.length
      const wait = length + piece.length >= held.length ? flush() : undefined
      held.set(piece, length)
      length += piece.length
      return wait
    },
    flush,
  }
}
