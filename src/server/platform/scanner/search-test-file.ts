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
const testText = testFile.toString('latin1')

/** Longest end of a chunk that may begin the test file. */
const maxTail = testFile.length - 1

type TestFileSearch = { update(chunk: Uint8Array): void; readonly found: boolean }

/**
 * Looks for the EICAR test file in a stream, wherever it starts and however it is split. It keeps the last 67
 * bytes and no chunk.
 */
export function createTestFileSearch(): TestFileSearch {
  /** The last bytes of what came before, a character each: a buffer of its own for each of 80 000 files costs more. */
  let tail = ''
  let found = false

  function update(chunk: Uint8Array): void {
    if (found || chunk.length === 0) return
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    const seam = tail + bytes.toString('latin1', 0, maxTail)
    found = seam.includes(testText) || findTestFile(bytes) !== -1
    tail = bytes.length < maxTail ? seam.slice(-maxTail) : bytes.toString('latin1', bytes.length - maxTail)
  }

  return {
    update,
    get found() {
      return found
    },
  }
}
