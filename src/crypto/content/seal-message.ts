import { chunkCount, preambleLength, sealedChunkLength, tagLength } from './content-sizes.ts'
import { createOpener, plainLengthOf } from './open-content.ts'
import { createSealer } from './seal-content.ts'

/** A short text or record as one Cobblestone-256 message under a fresh salt. `key` has 32 bytes. */
export function sealMessage(key: Uint8Array, context: Uint8Array, plain: Uint8Array): Buffer {
  using sealer = createSealer(key, context)
  return Buffer.concat([sealer.preamble, sealer.update(plain), sealer.final()])
}

/** Opens a message of sealMessage. @throws ContentDamaged for another key or context, or an altered message */
export function openMessage(key: Uint8Array, context: Uint8Array, sealed: Uint8Array): Buffer {
  using chunks = createOpener(key, context, sealed.subarray(0, preambleLength)).begin()
  const plain = Buffer.allocUnsafeSlow(plainLengthOf(sealed.length))
  const last = chunkCount(plain.length) - 1
  for (let index = 0, from = preambleLength, at = 0; index <= last; index += 1) {
    const to = Math.min(from + sealedChunkLength, sealed.length)
    chunks.open(index, index === last, sealed, from, to, plain, at)
    at += to - from - tagLength
    from = to
  }
  return plain
}
