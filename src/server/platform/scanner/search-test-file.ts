import { createBytesSearch } from '../buffers/search-bytes.ts'
import { testFile } from './test-file.ts'

const findTestFile = createBytesSearch(testFile)

/** What of the end of a piece may be the beginning of the test file. */
const maxTail = testFile.length - 1

export type TestFileSearch = { update(piece: Uint8Array): void; readonly found: boolean }

/**
 * Looks for the EICAR test file in a stream, wherever it starts and however it is split. It keeps the last 67
 * bytes and no piece.
 */
export function createTestFileSearch(): TestFileSearch {
  /** The tail of what came before, then the head of a new piece. */
  const seam = Buffer.allocUnsafeSlow(2 * maxTail)
  let tail = 0
  let found = false

  function update(piece: Uint8Array): void {
    if (found || piece.length === 0) return
    const head = Math.min(piece.length, maxTail)
    seam.set(head === piece.length ? piece : piece.subarray(0, head), tail)
    const seamed = tail + head
    found = findTestFile(seam.subarray(0, seamed)) !== -1
    if (head === piece.length) {
      const kept = Math.min(seamed, maxTail)
      seam.copyWithin(0, seamed - kept, seamed)
      tail = kept
    } else {
      const whole = Buffer.from(piece.buffer, piece.byteOffset, piece.length)
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
