/** Below this, in bytes, freeing a chunk costs more than it gains. */
const minReleasedBytes = 1024

/**
 * Frees the memory of a chunk at once instead of waiting for the garbage collector. Call it only when the chunk is no longer
 * used: it is detached and reads as empty afterwards. A chunk that does not own its whole ArrayBuffer, or is small, shared or
 * already detached, is left alone.
 */
export function releaseBuffer(chunk: Uint8Array): void {
  const memory = chunk.buffer
  if (
    memory instanceof ArrayBuffer &&
    chunk.byteLength >= minReleasedBytes &&
    chunk.byteOffset === 0 &&
    memory.byteLength === chunk.byteLength
  ) {
    memory.transfer(0)
  }
}
