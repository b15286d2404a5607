/**
 * Bytes of a chunk. The slowest sender that is put up with fills one before clamd, which waits two minutes, takes
 * the silence for an end.
 */
const chunkSize = 16 * 1024
/** Bytes of the length in front of a chunk, in network order. */
const lengthSize = 4

/** A chunk of INSTREAM as it goes to clamd, see clamd(8): its length and its bytes. It is no longer altered. */
export type Chunk = Buffer

/** Copies the bytes of a file into chunks. */
type ClamdChunks = {
  /** The chunks that more bytes fill. */
  add(bytes: Uint8Array): Generator<Chunk, void>
  /** The rest at the end of the file, or undefined. */
  rest(): Chunk | undefined
}

export function createClamdChunks(): ClamdChunks {
  let chunk: Buffer | undefined
  let filled = lengthSize

  function seal(bytes: Buffer): Chunk {
    bytes.writeUInt32BE(bytes.length - lengthSize)
    chunk = undefined
    filled = lengthSize
    return bytes
  }
  return {
    *add(bytes) {
      for (let start = 0; start < bytes.length; ) {
        chunk ??= Buffer.allocUnsafeSlow(lengthSize + chunkSize)
        const part = bytes.subarray(start, start + chunk.length - filled)
        chunk.set(part, filled)
        start += part.length
        filled += part.length
        if (filled === chunk.length) yield seal(chunk)
      }
    },
    rest: () => chunk && seal(chunk.subarray(0, filled)),
  }
}

/** Number of chunks for `bytes` bytes. */
export function countChunks(bytes: number): number {
  return Math.floor(bytes / chunkSize)
}

/** Payload of chunks, in one buffer. */
export function joinChunks(chunks: readonly Chunk[]): Buffer {
  return Buffer.concat(chunks.map((chunk) => chunk.subarray(lengthSize)))
}
