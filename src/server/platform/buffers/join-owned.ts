import { releaseBuffer } from './release-buffer.ts'

/** Joins chunks that are the caller's into memory of its own, and frees theirs; nobody may look at them again. */
export function joinOwned(chunks: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  // Not of Node's pool, which is kept as a whole as long as any part of it.
  const joined = Buffer.allocUnsafeSlow(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    joined.set(chunk, at)
    at += chunk.length
    releaseBuffer(chunk)
  }
  return joined
}
