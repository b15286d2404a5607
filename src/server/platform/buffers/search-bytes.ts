/** First index of a sequence of bytes in a chunk, at `from` or behind it; -1 if absent. */
type BytesSearch = (chunk: Buffer, from?: number) => number

/** Below this length the steps are so short that `indexOf` is faster. */
const minSteppedLength = 16
/** Shorter chunks are not worth the preparation. */
const minChunkLength = 4096

/**
 * A search for a sequence that is hardly ever there. On content that looks random it is two to four times as fast as
 * `indexOf`: a sequence of n bytes covers a pair of neighbours at one of any n - 1 places in steps, so only those pairs are
 * looked at, and the bytes around one only if the sequence has such a pair.
 */
export function createBytesSearch(sequence: Uint8Array): BytesSearch {
  const wanted = Buffer.from(sequence)
  const step = wanted.length - 1
  let pairs: Uint32Array | undefined

  return (chunk, from = 0) => {
    if (wanted.length < minSteppedLength || chunk.length - from < minChunkLength)
      return chunk.indexOf(wanted, from)
    pairs ??= pairsOf(wanted)
    const known = pairs
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length)
    const isPair = (place: number) => {
      const pair = view.getUint16(place, true)
      return (known[pair >>> 5] ?? 0) >>> (pair & 31)
    }
    let a = from + step - 1
    // Four at a time, because their memory is then read at the same time.
    for (const last = chunk.length - 1 - 3 * step; a < last; a += 4 * step) {
      const b = a + step
      const c = b + step
      const d = c + step
      if (((isPair(a) | isPair(b) | isPair(c) | isPair(d)) & 1) === 0) continue
      const start = a - step + 1
      const place = chunk.subarray(start, d + wanted.length).indexOf(wanted)
      if (place !== -1) return start + place
    }
    return chunk.indexOf(wanted, a - step + 1)
  }
}

/** A bit for each pair of neighbours in the sequence, at its first byte and 256 times its second. */
function pairsOf(sequence: Buffer): Uint32Array {
  const pairs = new Uint32Array(0x1_0000 / 32)
  for (let index = 0; index < sequence.length - 1; index += 1) {
    const pair = sequence.readUInt16LE(index)
    pairs[pair >>> 5] = (pairs[pair >>> 5] ?? 0) | (1 << (pair & 31))
  }
  return pairs
}
