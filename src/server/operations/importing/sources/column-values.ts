import * as z from 'zod/mini'

/** Text without what no text of a database here may have. */
export const text = z.string().check(z.maxLength(100_000), z.regex(/^[^\0]*$/))
export const optionalText = z.nullable(text)
export const flag = z.pipe(
  z.nullable(z.union([z.literal(0), z.literal(1)])),
  z.transform((value) => value === 1),
)
export const count = z.int().check(z.nonnegative())

/** A number of bytes, as a number or in decimal digits. */
export const byteCount = z.pipe(
  z.union([count, z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform(Number),
)

/** A moment as Prisma and others keep it: milliseconds since 1970, or UTC in text. */
export const moment = z.pipe(
  z.union([z.int(), z.string().check(z.maxLength(40))]),
  z.transform((value, context) => {
    const time = typeof value === 'number' ? value : readTime(value)
    if (time !== undefined) return time
    context.issues.push({ code: 'custom', input: value, message: 'is no time' })
    return z.NEVER
  }),
)

/** Reads 2026-11-21T08:00:00.000+00:00, 2026-11-21 08:00:00 and the like; without a zone it is UTC. */
function readTime(value: string): number | undefined {
  const [, day, time, zone = ''] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d)?$/.exec(value) ?? []
  const parsed = Date.parse(`${day}T${time}${zone || 'Z'}`)
  return Number.isNaN(parsed) ? undefined : parsed
}
