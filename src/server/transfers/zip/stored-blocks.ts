/** A block's length has 16 bits. */
const maxInBlock = 0xffff

/**
 * A chunk as deflate data that is not compressed (RFC 1951, section 3.2.4): blocks of 5 bytes and a view of the
 * chunk each, nothing copied. Blocks can go on after it until lastBlock ends the data.
 */
export function storedBlocks(chunk: Uint8Array): Uint8Array[] {
  const blocks: Uint8Array[] = []
  const size = Math.ceil(chunk.length / Math.ceil(chunk.length / maxInBlock))
  for (let from = 0; from < chunk.length; from += size) {
    const data = size === chunk.length ? chunk : chunk.subarray(from, from + size)
    const header = Buffer.allocUnsafe(5)
    header.writeUInt8(0, 0)
    header.writeUInt16LE(data.length, 1)
    header.writeUInt16LE(~data.length & maxInBlock, 3)
    blocks.push(header, data)
  }
  return blocks
}

/** An empty block that is marked as the last. */
export function lastBlock(): Uint8Array {
  return Buffer.from([1, 0, 0, 0xff, 0xff])
}
