/** Below this, in bytes, freeing a piece costs more than it gains. */
const smallestWorthwhile = 1024

/**
 * Frees the memory of a piece at once instead of waiting for the garbage collector. Call it only when
 * nobody will look at the piece again: it is detached and reads as empty afterwards.
 * A piece that does not own its whole ArrayBuffer, or is small, shared or already detached, is left alone.
 */
export function releaseBuffer(piece: Uint8Array): void {
  const memory = piece.buffer
  if (
    memory instanceof ArrayBuffer &&
    piece.byteLength >= smallestWorthwhile &&
    piece.byteOffset === 0 &&
    memory.byteLength === piece.byteLength
  ) {
    memory.transfer(0)
  }
}
