/** Sizes of Cobblestone-256 messages, in bytes; see docs/file-format.md. */
export const chunkLength = 16_384
export const tagLength = 16
export const saltLength = 24
export const commitmentLength = 32
/** Bytes before the first chunk: salt and commitment. */
export const preambleLength = saltLength + commitmentLength
export const sealedChunkLength = chunkLength + tagLength

/** Number of chunks of a plaintext; the last one is always shorter than a full chunk, and may be empty. */
export function chunkCount(plainLength: number): number {
  return Math.floor(plainLength / chunkLength) + 1
}

/** Length of a sealed message, preamble included. */
export function sealedLength(plainLength: number): number {
  return preambleLength + plainLength + tagLength * chunkCount(plainLength)
}

/**
 * Range in a sealed message of the whole chunks that hold plaintext bytes `start` to `end` (exclusive). An empty range covers
 * the chunk it stands in, so that even an empty file has a chunk to check.
 */
export function sealedRange(plainLength: number, start: number, end: number): { start: number; end: number } {
  const first = Math.floor(start / chunkLength)
  const last =
    end === plainLength ? chunkCount(plainLength) - 1 : Math.max(first, Math.floor((end - 1) / chunkLength))
  return {
    start: preambleLength + first * sealedChunkLength,
    end: Math.min(preambleLength + (last + 1) * sealedChunkLength, sealedLength(plainLength)),
  }
}
