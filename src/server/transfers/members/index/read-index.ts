import { Failure } from '#server/platform/failure.ts'
import type { ReadBytes } from '../../content/open-content.ts'
import {
  footerPlaceLength,
  type IndexFooter,
  indexFooter,
  linesOfPage,
  type MemberLine,
  memberLine,
} from '../../zip/member-line.ts'

/** The index of an archive. It is read in parts: memory does not grow with the number of members. */
export type MemberIndex = {
  readonly members: number
  /** The members number `start` to `end` (exclusive), as far as they exist. */
  lines(start: number, end: number): AsyncIterable<MemberLine>
}

/**
 * Opens the index of an archive.
 * @param size plaintext bytes of all its segments
 * @throws Failure FILE_DAMAGED, BlobStoreFailure
 */
export async function readIndex(read: ReadBytes, size: number): Promise<MemberIndex> {
  const footerStart = Number(await readText(read, size - footerPlaceLength, size))
  if (!(footerStart < size)) throw damaged('the index has no footer')
  const { members, pages } = readFooter(await readText(read, footerStart, size - footerPlaceLength))
  return {
    members,
    async *lines(start, end) {
      const first = Math.floor(start / linesOfPage)
      const from = pages[first]
      if (from === undefined || start >= end) return
      const to = pages[Math.ceil(end / linesOfPage)] ?? footerStart
      let number = first * linesOfPage
      for await (const text of splitLines(read(from, to))) {
        if (number >= start && number < end) yield readLine(text)
        number += 1
      }
    },
  }
}

async function readText(read: ReadBytes, start: number, end: number): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of read(start, end)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** The lines of a text, without their ends; of what comes in between only one line is held. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array(0)
  for await (const chunk of chunks) {
    const bytes =
      rest.length === 0
        ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
        : Buffer.concat([rest, chunk])
    let from = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
      yield bytes.toString('utf8', from, end)
      from = end + 1
    }
    rest = bytes.subarray(from)
  }
}

function readFooter(text: string): IndexFooter {
  return parse(() => indexFooter.parse(JSON.parse(text)))
}

function readLine(text: string): MemberLine {
  return parse(() => memberLine.parse(JSON.parse(text)))
}

function parse<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw damaged('the index cannot be read', error)
  }
}

function damaged(message: string, cause?: unknown): Failure {
  return new Failure('FILE_DAMAGED', { cause: new Error(message, { cause }) })
}
