/** Parts of a file as [start, end) pairs: sorted, apart from one another. */
export type ByteRanges = readonly (readonly [number, number])[]

/** More than this many separate parts is nobody's download. */
const most = 200

/** Adds a part, joining those that touch. Beyond two hundred separate parts nothing more is added. */
export function addRange(ranges: ByteRanges, start: number, end: number): ByteRanges {
  const joined: [number, number][] = []
  for (const [from, to] of [...ranges, [start, end] as const].toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined.length > most ? ranges : joined
}

/** Whether the parts make up a whole file of `size` bytes; of an empty file, any part does. */
export function isWhole(ranges: ByteRanges, size: number): boolean {
  const [first] = ranges
  return first !== undefined && first[0] === 0 && first[1] >= size
}
