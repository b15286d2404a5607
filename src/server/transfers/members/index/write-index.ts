import type { IncomingPart } from '../../upload/parts/incoming-part.ts'
import { footerPlaceLength, type IndexFooter, linesOfPage, type MemberLine } from './member-line.ts'

/** Writes the index of an archive while its members come. */
export type IndexWriter = {
  /** Wait for the promise, if there is one, before the next call. */
  add(line: MemberLine): Promise<void> | undefined
  /** Everything has been added. */
  end(): Promise<void>
}

/** @param part takes the lines, those of a page together: bytes of each alone would take longer than the rest */
export function writeIndex(part: Pick<IncomingPart, 'add' | 'size'>): IndexWriter {
  const pages: number[] = []
  let members = 0
  let page = ''

  function endPage(): Promise<void> | undefined {
    pages.push(part.size)
    const lines = Buffer.from(page)
    page = ''
    return part.add(lines)
  }
  return {
    add(line) {
      page += `${JSON.stringify(line)}\n`
      members += 1
      return members % linesOfPage === 0 ? endPage() : undefined
    },
    async end() {
      if (page !== '') await endPage()
      const footer: IndexFooter = { members, pages }
      const place = String(part.size).padStart(footerPlaceLength - 1, '0')
      await part.add(Buffer.from(`${JSON.stringify(footer)}\n${place}\n`))
    },
  }
}
