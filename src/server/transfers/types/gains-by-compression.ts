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

/** The part of all pairs of bytes that are equal: an estimate of the collision entropy, unbiased for short samples too. */
function equalPairs(bytes: Uint8Array): number {
  const counts = new Uint32Array(256)
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1
  const equal = counts.reduce((sum, count) => sum + count * (count - 1), 0)
  return equal / (bytes.length * (bytes.length - 1))
}
