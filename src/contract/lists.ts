import * as z from 'zod/mini'

/** Rows of one page unless a call asks for another number, and the most it gets. */
export const pageSize = { usual: 20, most: 100 } as const

const searchLength = 200
/** Beyond it nothing is ever found, and offsets stay whole numbers. */
const lastPage = 1_000_000

/** Query of one page of a list. `filters` match in any case; the first is the default. */
export function listQuery<const Filter extends string>(filters: readonly [Filter, ...Filter[]]) {
  return z.object({
    page: z._default(z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(lastPage)), 1),
    pageSize: z._default(
      z.coerce.number<number | string>().check(
        z.int(),
        z.minimum(1),
        z.overwrite((size) => Math.min(size, pageSize.most)),
      ),
      pageSize.usual,
    ),
    search: z._default(z.string().check(z.trim(), z.maxLength(searchLength), z.regex(/^[^\0]*$/)), ''),
    filter: z._default(
      z.pipe(z.string().check(z.toLowerCase(), z.describe(`One of ${filters.join(', ')}.`)), z.enum(filters)),
      filters[0],
    ),
  })
}

/** Members of every list's reply, beside its rows. */
export const listReply = {
  success: z.literal(true),
  /** Rows on all pages together. */
  total: z.int(),
  page: z.int(),
  pageSize: z.int(),
}
