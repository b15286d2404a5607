import type { IncomingPart } from '../../upload/parts/incoming-part.ts'
import { footerPlaceLength, type IndexFooter, linesOfPage, type MemberLine } from './member-line.ts'

/** Writes the index of an archive while its members come. */
export type IndexWriter = {
  /** Wait for the promise, if there is one, before the next call. */
  add(line: MemberLine): Promise<void> | undefined
  /** Everything has been added. */
  end(): Promise<void>
}

/**
 * @param part takes the lines, those of a page together: written each by itself, among all else that is done for a file of an
 * upload, they would take several times as long
 */
export function writeIndex(part: Pick<IncomingPart, 'add' | 'size'>): IndexWriter {
  const pages: number[] = []
  let members = 0
  let page: MemberLine[] = []

  function endPage(): Promise<void> | undefined {
    pages.push(part.size)
    let lines = ''
    for (const line of page) lines += `${JSON.stringify(line)}\n`
    page = []
    return part.add(Buffer.from(lines))
  }
  return {
    add(line) {
      page.push(line)
      members += 1
      return page.length === linesOfPage ? endPage() : undefined
    },
    async end() {
      if (page.length > 0) await endPage()
      const footer: IndexFooter = { members, pages }
      const place = String(part.size).padStart(footerPlaceLength - 1, '0')
      await part.add(Buffer.from(`${JSON.stringify(footer)}\n${place}\n`))
    },
  }
}
