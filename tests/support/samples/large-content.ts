import { randomBytes } from 'node:crypto'

const MIB = 1024 * 1024

/** So many mebibytes of which no two are the same. Each call of what is returned gives them once more. */
export function createLargeContent(mebibytes: number): () => Generator<Uint8Array> {
  const block = randomBytes(MIB)
  return function* () {
    for (let index = 0; index < mebibytes; index += 1) {
      const piece = Buffer.from(block)
      piece.writeUInt32BE(index)
      yield piece
    }
  }
}
