import { chunkCount, preambleLength, sealedChunkLength } from './content-sizes.ts'
import { createOpener, plainLengthOf } from './open-content.ts'
import { createSealer } from './seal-content.ts'

/** A short text or record as one Cobblestone-256 message under a fresh salt. `key` has 32 bytes. */
export function sealMessage(key: Uint8Array, context: Uint8Array, plain: Uint8Array): Buffer {
  const sealer = createSealer(key, context)
  return Buffer.concat([sealer.preamble, ...sealer.update(plain), ...sealer.final()])
}

/** What sealMessage sealed. @throws ContentDamaged for another key or context, or an altered message */
export function openMessage(key: Uint8Array, context: Uint8Array, sealed: Uint8Array): Buffer {
  const opener = createOpener(key, context, sealed.subarray(0, preambleLength))
  const last = chunkCount(plainLengthOf(sealed.length)) - 1
  const chunks: Uint8Array[] = []
  for (let index = 0; index <= last; index += 1) {
    const start = preambleLength + index * sealedChunkLength
    const chunk = sealed.subarray(start, start + sealedChunkLength)
    chunks.push(opener.openChunk(index, chunk, index === last))
  }
  return Buffer.concat(chunks)
}
