import { randomBytes } from 'node:crypto'

const MIB = 1024 * 1024

/** Content of `mebibytes` MiB of which no two are the same. Each call of the returned function yields it again. */
export function createLargeContent(mebibytes: number): () => Generator<Uint8Array> {
  const block = randomBytes(MIB)
  return function* () {
    for (let index = 0; index < mebibytes; index += 1) {
      const chunk = Buffer.from(block)
      chunk.writeUInt32BE(index)
      yield chunk
    }
  }
}
