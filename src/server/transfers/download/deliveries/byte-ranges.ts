import * as z from 'zod/mini'

/** Parts of a file as [start, end) pairs: sorted, apart from one another. */
export type ByteRanges = readonly (readonly [number, number])[]

/** Most separate parts that are recorded: no real download has more. */
const maxRanges = 200
/** From this share of its bytes on, a download that was given up is a whole one. */
const nearly = 0.95

const storedRanges = z.array(z.tuple([z.int(), z.int()]))

/** Parts as the table holds them, as JSON. */
export function parseRanges(stored: string): ByteRanges {
  return z.parse(storedRanges, JSON.parse(stored))
}

/** Adds a part, joining those that touch. Beyond two hundred separate parts, the two nearest become one, including the gap. */
export function addRange(ranges: ByteRanges, start: number, end: number): ByteRanges {
  const joined: [number, number][] = []
  for (const [from, to] of [...ranges, [start, end] as const].toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined.length > maxRanges ? closeSmallestGap(joined) : joined
}

function closeSmallestGap(ranges: ByteRanges): ByteRanges {
  const gaps = ranges.slice(1).map(([from], index) => from - (ranges[index]?.[1] ?? from))
  const at = gaps.indexOf(Math.min(...gaps))
  return ranges.flatMap((range, index): ByteRanges => {
    if (index === at + 1) return []
    return index === at ? [[range[0], ranges[at + 1]?.[1] ?? range[1]]] : [range]
  })
}

/** The parts of both. */
export function joinRanges(ranges: ByteRanges, others: ByteRanges): ByteRanges {
  return others.reduce((joined, [start, end]) => addRange(joined, start, end), ranges)
}

/** Whether the parts make up a whole file of `size` bytes; of an empty file, any part does. */
export function isWhole(ranges: ByteRanges, size: number): boolean {
  const [first] = ranges
  return first !== undefined && first[0] === 0 && first[1] >= size
}

/** Whether no more than a twentieth of a file of `size` bytes is missing. */
export function isNearlyWhole(ranges: ByteRanges, size: number): boolean {
  const bytes = ranges.reduce((sum, [from, to]) => sum + to - from, 0)
  return ranges.length > 0 && bytes >= nearly * size
}
