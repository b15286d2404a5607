import * as z from 'zod/mini'
import { maxSelection } from './limits.ts'

/** How many members one page of their list has: for people, and at most, for programs that want all of them. */
export const membersPage = { usual: 100, max: 1000 } as const

/** A file inside a transfer. */
const member = z.object({
  /** Number of the member in calls. It stays the same while files are added to the transfer and removed. */
  n: z.int(),
  path: z.string(),
  size: z.int(),
  /**
   * Media type by its first bytes; application/octet-stream where there is no preview. See preview-kind.ts. In a ZIP that was
   * sent as such it is only what the name promises.
   */
  type: z.string(),
  /** Whether its sender made a small picture of it. */
  thumbnail: z.boolean(),
})
export type Member = z.infer<typeof member>

const ticket = z.optional(z.string())

export const memberQuery = z.object({ ticket })

export const membersQuery = z.object({
  ticket,
  page: z._default(z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(1_000_000)), 1),
  pageSize: z._default(
    z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(membersPage.max)),
    membersPage.usual,
  ),
  /** A part of the path, without case and accents. */
  search: z._default(z.string().check(z.trim(), z.maxLength(200), z.regex(/^[^\0]*$/)), ''),
})

export const membersReply = z.object({
  success: z.literal(true),
  members: z.array(member),
  /** Members on all pages together. */
  total: z.int(),
  /** A ZIP sent as such has more members than are listed. */
  more: z.optional(z.literal(true)),
})

export const selectionRequest = z.strictObject({
  members: z.array(z.int().check(z.minimum(0))).check(z.minLength(1), z.maxLength(maxSelection)),
})

export const selectionReply = z.object({
  success: z.literal(true),
  /** Address, below the origin, of the ZIP. */
  url: z.string(),
  filename: z.string(),
  /** Bytes of the ZIP. */
  size: z.int(),
})

/** Numbers and ranges such as `0-4,7`: of 7 digits, or more where a transfer has had more than a hundred files. */
export const selectionQuery = z.object({
  ticket,
  members: z.string().check(z.maxLength(10_000), z.regex(/^\d{1,9}(-\d{1,9})?(,\d{1,9}(-\d{1,9})?)*$/)),
})
