import { isCompressedFormat } from './known-formats.ts'

/** Files shorter than this have nothing to win, in bytes. */
const minLength = 64

/**
 * How likely two bytes of a file are equal, from which on compression is tried. For noise it is 1/256, for Base64 1/64,
 * for text about 1/16.
 */
const likelyEqual = 2 / 256

/**
 * Whether a file that begins with these bytes is worth compressing: it is none of the formats that are compressed already,
 * and its bytes are unevenly distributed. Nothing is ever decompressed to find out.
 */
export function gainsByCompression(head: Uint8Array): boolean {
  return head.length >= minLength && !isCompressedFormat(head) && equalPairs(head) > likelyEqual
}

/**
 * Length from which on every fifth byte is counted: 400 of them tell noise from the rest, and no sample or pixel has five
 * bytes.
 */
const manyBytes = 2048

/** Indexed by byte. Shared by all files: allocating it takes longer than counting. */
const counts = new Uint32Array(256)

/** The part of all pairs of bytes that are equal: an estimate of the collision entropy, unbiased for short samples too. */
function equalPairs(bytes: Uint8Array): number {
  counts.fill(0)
  const step = bytes.length < manyBytes ? 1 : 5
  let counted = 0
  let equal = 0
  // Loops by index: an iterator takes five times as long, and this runs for each file of an upload.
  for (let index = 0; index < bytes.length; index += step) {
    const byte = bytes[index] ?? 0
    const before = counts[byte] ?? 0
    equal += before
    counts[byte] = before + 1
    counted += 1
  }
  return (2 * equal) / (counted * (counted - 1))
}
