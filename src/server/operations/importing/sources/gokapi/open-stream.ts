import { createCipheriv, createDecipheriv } from 'node:crypto'
import { SourceProblem } from '../../source.ts'

const tagLength = 16
const counterLength = 4
/** Gokapi takes the buffer of the library, and a nonce of zeros: each file has its own key. */
const usual = { fragment: 16 * 1024, nonce: Buffer.alloc(8) }

/** Bytes of a stream of `size` bytes once it is sealed. */
export function sealedLength(size: number, fragment = usual.fragment): number {
  return size + tagLength * Math.max(1, Math.ceil(size / fragment))
}

/**
 * Opens a stream as the Go library secure-io/sio seals it: AES-GCM of fragments whose nonces count from 1, and whose last one is
 * marked. Nothing is given out of a fragment that was altered, and an end is missed.
 * @throws SourceProblem
 */
export async function* openStream(
  sealed: AsyncIterable<Uint8Array>,
  key: Uint8Array,
  { fragment, nonce } = usual,
): AsyncGenerator<Uint8Array> {
  const length = fragment + tagLength
  const algorithm = key.length === 32 ? 'aes-256-gcm' : 'aes-128-gcm'
  const nonceOf = (count: number) => {
    const counter = Buffer.alloc(counterLength)
    counter.writeUInt32LE(count)
    return Buffer.concat([nonce, counter])
  }
  /** The tag of nothing under the nonce 0 stands for the whole stream. */
  const empty = createCipheriv(algorithm, key, nonceOf(0))
  empty.final()
  const streamTag = empty.getAuthTag()
  let count = 0

  function open(buffer: Uint8Array, isLast: boolean): Uint8Array {
    count += 1
    const decipher = createDecipheriv(algorithm, key, nonceOf(count))
    decipher.setAAD(Buffer.concat([Buffer.of(isLast ? 0x80 : 0), streamTag]))
    decipher.setAuthTag(buffer.subarray(buffer.length - tagLength))
    const content = decipher.update(buffer.subarray(0, buffer.length - tagLength))
    try {
      decipher.final()
    } catch (cause) {
      throw new SourceProblem('Its file was altered, or is sealed with another key.', { cause })
    }
    return Uint8Array.from(content)
  }

  let waiting = Buffer.alloc(0)
  for await (const chunk of sealed) {
    waiting = Buffer.concat([waiting, chunk])
    // The last one may be as long as any other: it is known by what does not follow.
    for (; waiting.length > length; waiting = waiting.subarray(length))
      yield open(waiting.subarray(0, length), false)
  }
  if (waiting.length < tagLength) throw new SourceProblem('Its file is cut off.')
  const last = open(waiting, true)
  if (last.length > 0) yield last
}
