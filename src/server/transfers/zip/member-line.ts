import * as z from 'zod/mini'
import { dataDescriptor, localHeader, localHeadLength, type MemberRecord } from './zip-records.ts'

/** A member of an archive of ours, as one line of its index says it. Sizes and offsets in bytes; see docs/file-format.md. */
export const memberLine = z.object({
  path: z.string(),
  size: z.int(),
  packed: z.int(),
  /** See lineOffset. */
  offset: z.int(),
  method: z.enum(['stored', 'deflated']),
  crc: z.int(),
  /** Media type by its first bytes; see previews/detect-type.ts. */
  type: z.string(),
  /** Marks of a long stored member; see WrittenMember. */
  marks: z.optional(z.array(z.int())),
  /** When its sender says that it was modified: milliseconds since 1970. */
  modified: z.optional(z.int()),
  /** First byte of its thumbnail among the thumbnails, and its length. */
  thumbnail: z.optional(z.tuple([z.int(), z.int()])),
})
export type MemberLine = z.infer<typeof memberLine>

/** Footer after all lines: where every hundredth line begins, and the number of members. */
export const indexFooter = z.object({
  members: z.int(),
  pages: z.array(z.int()),
})
export type IndexFooter = z.infer<typeof indexFooter>

/** Lines from one of the footer's `pages` to the next. */
export const linesOfPage = 100

/** The index ends with the place of its footer in as many digits, and a line end. */
export const footerPlaceLength = 16 + 1

/**
 * The offset of a member in its line: the bytes of a header without extra fields, and of its path, before its data. Release 1.0.0
 * writes no extra fields, and reads members by this.
 */
export function lineOffset({ path, time, offset }: Pick<MemberRecord, 'path' | 'time' | 'offset'>): number {
  return offset + localHeader(path, time).length - localHeadLength - path.length
}

/** First byte of a member's data, and end of its record, the data descriptor included. */
export function memberPlace({ path, offset, packed, size, crc }: MemberLine): { data: number; end: number } {
  const name = Buffer.from(path)
  const data = offset + localHeadLength + name.length
  const record = { path: name, time: { dos: 0 }, crc, compressedSize: packed, size, offset }
  return { data, end: data + packed + dataDescriptor(record).length }
}
