import { releaseBuffer } from './release-buffer.ts'

/** Joins chunks that the caller owns into one new buffer and frees them; they must not be used again. */
export function joinOwned(chunks: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  // Not from Node's pool, all of which stays in memory as long as any part of it is used.
  const joined = Buffer.allocUnsafeSlow(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
    releaseBuffer(chunk)
  }
  return joined
}
