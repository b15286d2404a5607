import type { IncomingPart } from '../../upload/parts/incoming-part.ts'
import { footerPlaceLength, type IndexFooter, linesOfPage, type MemberLine } from './member-line.ts'

/** Writes the index of an archive while its members come. */
export type IndexWriter = {
  /** Wait for the promise, if there is one, before the next call. */
  add(line: MemberLine): Promise<void> | undefined
  /** Everything has been added. */
  end(): Promise<void>
}

/** Bytes that lines are gathered in before they are handed on. */
const roomLength = 32 * 1024
/** Of one character in UTF-8, at most. */
const maxCharacter = 3

/**
 * @param part takes the lines, many together: each in memory of its own, among all else that is done for a file of an upload, they
 * would take several times as long
 */
export function writeIndex(part: Pick<IncomingPart, 'add' | 'size'>): IndexWriter {
  const pages: number[] = []
  let members = 0
  let room = Buffer.alloc(0)
  let used = 0

  function handOn(): Promise<void> | undefined {
    const lines = room.subarray(0, used)
    room = room.subarray(used)
    used = 0
    return lines.length > 0 ? part.add(lines) : undefined
  }
  return {
    add(line) {
      const text = `${JSON.stringify(line)}\n`
      if (members % linesOfPage === 0) pages.push(part.size + used)
      members += 1
      let wait: Promise<void> | undefined
      if (used + maxCharacter * text.length > room.length) {
        wait = handOn()
        room = Buffer.allocUnsafeSlow(Math.max(roomLength, maxCharacter * text.length))
      }
      used += room.write(text, used)
      return wait
    },
    async end() {
      await handOn()
      const footer: IndexFooter = { members, pages }
      const place = String(part.size).padStart(footerPlaceLength - 1, '0')
      await part.add(Buffer.from(`${JSON.stringify(footer)}\n${place}\n`))
    },
  }
}
