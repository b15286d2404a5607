import { maxSelection } from '#contract/transfers/limits.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Content } from '../content/open-content.ts'
import { type MemberLine, memberPlace } from './index/member-line.ts'
import type { OpenedTransfer } from './open-members.ts'
import { centralHeader, endRecords, type MemberRecord } from './zip-records.ts'

/** Some members of a transfer as a ZIP of their own. */
export type Selection = {
  readonly filename: string
  /** Bytes of the ZIP. */
  readonly size: number
  read(): AsyncIterable<Uint8Array>
}

/** Numbers as an address names them, such as `0-4,7`: in order, each once. */
export function selectionText(numbers: readonly number[]): string {
  const parts: string[] = []
  for (const [from, to] of rangesOf(numbers)) parts.push(to === from ? `${from}` : `${from}-${to}`)
  return parts.join(',')
}

/** @throws Failure BAD_REQUEST for a range that ends before it begins, and for more than there may be */
export function parseSelection(text: string): number[] {
  const numbers = new Set<number>()
  for (const part of text.split(',')) {
    const [from = 0, to = from] = part.split('-').map(Number)
    if (to < from || to - from >= maxSelection) throw tooMany()
    for (let n = from; n <= to; n += 1) numbers.add(n)
    if (numbers.size > maxSelection) throw tooMany()
  }
  return [...numbers]
}

function tooMany(): Failure {
  return new Failure('BAD_REQUEST', { details: `members: a selection has 1 to ${maxSelection} files` })
}

function rangesOf(numbers: readonly number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const n of [...new Set(numbers)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === n - 1) last[1] = n
    else ranges.push([n, n])
  }
  return ranges
}

/**
 * Makes a ZIP of some members. They are copied as they are packed, so its size is known before.
 * @throws Failure MEMBER_NOT_FOUND, also where the transfer is a single file
 */
export async function selectMembers(
  { members, content, file }: OpenedTransfer,
  numbers: readonly number[],
): Promise<Selection> {
  const { index } = members
  if (!index) throw new Failure('MEMBER_NOT_FOUND')
  const chosen: Copied[] = []
  let offset = 0
  for (const [from, to] of rangesOf(numbers)) {
    const before = chosen.length
    for await (const line of index.lines(from, to + 1)) {
      const copied = copiedMember(line, offset)
      chosen.push(copied)
      offset += copied.end - copied.start
    }
    if (chosen.length - before <= to - from) throw new Failure('MEMBER_NOT_FOUND')
  }
  const size = chosen.reduce((sum, { header }) => sum + header.length, 0)
  const end = endRecords({ members: chosen.length, offset, size })
  return {
    filename: `${file.filename.replace(/\.zip$/i, '')} (${chosen.length}).zip`,
    size: offset + size + end.length,
    read: () => copyMembers(content, chosen, end),
  }
}

/** Where a member's record lies in its archive, and its header in the directory of the new one, yet without a time. */
type Copied = { readonly start: number; readonly end: number; readonly header: Uint8Array }

function copiedMember(line: MemberLine, offset: number): Copied {
  const record: MemberRecord = {
    path: Buffer.from(line.path),
    time: 0,
    crc: line.crc,
    compressedSize: line.packed,
    size: line.size,
    offset,
  }
  return { start: line.offset, end: memberPlace(line).end, header: centralHeader(record) }
}

/** Where the time stands in a local and in a central header; see zip-records.ts. */
const timeAt = { local: 10, central: 12, length: 4 }

async function* copyMembers(
  content: Content,
  chosen: readonly Copied[],
  end: Uint8Array,
): AsyncGenerator<Uint8Array> {
  for (const { start, end, header } of chosen) {
    let copied = 0
    for await (const piece of content(start, end)) {
      // The index has no times.
      for (let at = timeAt.local; at < timeAt.local + timeAt.length; at += 1) {
        const byte = piece[at - copied]
        if (at >= copied && byte !== undefined) header[at - timeAt.local + timeAt.central] = byte
      }
      copied += piece.length
      yield piece
    }
  }
  for (const { header } of chosen) yield header
  yield end
}
