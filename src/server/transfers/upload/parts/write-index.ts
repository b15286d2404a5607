import { footerPlaceLength, type IndexFooter, linesOfPage, type MemberLine } from '../../zip/member-line.ts'
import type { IncomingPart } from './incoming-part.ts'

/** Writes the index of an archive while its members come. */
export type IndexWriter = {
  /** Wait for the promise, if there is one, before the next call. */
  add(line: MemberLine): Promise<void> | undefined
  /** Everything has been added. */
  end(): Promise<void>
}

/** Gives memory of its own. A Buffer would be a part of Node's pool, and keep all of it until it is let go. */
const utf8 = new TextEncoder()

/**
 * @param part takes the lines, a page of them together: among all else that is done for a file of an upload, a line by itself would
 * take several times as long
 */
export function writeIndex(part: Pick<IncomingPart, 'add' | 'size'>): IndexWriter {
  const pages: number[] = []
  let members = 0
  let waiting: MemberLine[] = []

  function handOn(): Promise<void> | undefined {
    if (waiting.length === 0) return undefined
    pages.push(part.size)
    members += waiting.length
    const lines = waiting.map((line) => `${JSON.stringify(line)}\n`)
    waiting = []
    return part.add(utf8.encode(lines.join('')))
  }
  return {
    add(line) {
      waiting.push(line)
      return waiting.length === linesOfPage ? handOn() : undefined
    },
    async end() {
      await handOn()
      const footer: IndexFooter = { members, pages }
      const place = String(part.size).padStart(footerPlaceLength - 1, '0')
      await part.add(Buffer.from(`${JSON.stringify(footer)}\n${place}\n`))
    },
  }
}
