import { KIB } from '#contract/transfers/limits.ts'
import type { ByteSink } from './byte-sink.ts'

/** Bytes that are handed on together, and of a piece that goes on as it is. */
const lengths = { joined: 64 * KIB, large: 16 * KIB }

/** Takes pieces; what it was given is the caller's again when a call returns, but for large pieces. */
export type PieceJoiner = Pick<ByteSink, 'write'> & {
  /** Hands on what is held back. */
  flush(): Promise<void> | undefined
}

/** Joins small pieces: whatever they go through, each costs as much as thousands of bytes. */
export function joinPieces(sink: Pick<ByteSink, 'write'>): PieceJoiner {
  let held = Buffer.alloc(0)
  let from = 0
  let to = 0

  function flush(): Promise<void> | undefined {
    if (from === to) return undefined
    const piece = held.subarray(from, to)
    from = to
    return sink.write(piece)
  }
  return {
    write(piece) {
      if (piece.length >= lengths.large) {
        const wait = flush()
        return sink.write(piece) ?? wait
      }
      let wait: Promise<void> | undefined
      if (to + piece.length > held.length) {
        wait = flush()
        held = Buffer.allocUnsafeSlow(lengths.joined)
        from = 0
        to = 0
      }
      held.set(piece, to)
      to += piece.length
      return wait
    },
    flush,
  }
}
