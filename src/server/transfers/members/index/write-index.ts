import type { IncomingPart } from '../../upload/parts/incoming-part.ts'
import { footerPlaceLength, type IndexFooter, linesOfPage, type MemberLine } from './member-line.ts'

/** Writes the index of an archive while its members come. */
export type IndexWriter = {
  /** Wait for the promise, if there is one, before the next call. */
  add(line: MemberLine): Promise<void> | undefined
  /** Everything has been added. */
  end(): Promise<void>
}

/** @param part takes the lines */
export function writeIndex(part: Pick<IncomingPart, 'add' | 'size'>): IndexWriter {
  const pages: number[] = []
  let members = 0
  return {
    add(line) {
      if (members % linesOfPage === 0) pages.push(part.size)
      members += 1
      return part.add(Buffer.from(`${JSON.stringify(line)}\n`))
    },
    async end() {
      const footer: IndexFooter = { members, pages }
      const place = String(part.size).padStart(footerPlaceLength - 1, '0')
      await part.add(Buffer.from(`${JSON.stringify(footer)}\n${place}\n`))
    },
  }
}
