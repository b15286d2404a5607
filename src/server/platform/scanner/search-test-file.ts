import { createBytesSearch } from '../buffers/search-bytes.ts'

/**
 * The EICAR anti-virus test file, 68 bytes of ASCII that every scanner reports although they do no harm
 * (eicar.org). Put together here so that no scanner reports this source.
 */
export const testFile: Buffer = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!', '$H+H*'].join(''),
  'ascii',
)

const findTestFile = createBytesSearch(testFile)

/** What of the end of a chunk may be the beginning of the test file. */
const maxTail = testFile.length - 1

export type TestFileSearch = { update(chunk: Uint8Array): void; readonly found: boolean }

/**
 * Looks for the EICAR test file in a stream, wherever it starts and however it is split. It keeps the last 67
 * bytes and no chunk.
 */
export function createTestFileSearch(): TestFileSearch {
  /** The tail of what came before, then the head of a new chunk. */
  const seam = Buffer.allocUnsafeSlow(2 * maxTail)
  let tail = 0
  let found = false

  function update(chunk: Uint8Array): void {
    if (found || chunk.length === 0) return
    const head = Math.min(chunk.length, maxTail)
    seam.set(head === chunk.length ? chunk : chunk.subarray(0, head), tail)
    const seamed = tail + head
    found = findTestFile(seam.subarray(0, seamed)) !== -1
    if (head === chunk.length) {
      const kept = Math.min(seamed, maxTail)
      seam.copyWithin(0, seamed - kept, seamed)
      tail = kept
    } else {
      const whole = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
      found ||= findTestFile(whole) !== -1
      whole.copy(seam, 0, whole.length - maxTail)
      tail = maxTail
    }
  }

  return {
    update,
    get found() {
      return found
    },
  }
}
