import { addRange, type ByteRanges } from './byte-ranges.ts'

/** What the receiver behind a ticket has, and which transfers broke: their beginnings may have arrived, too. */
export type Delivery = { readonly arrived: ByteRanges; readonly broken: ByteRanges }

/** A transfer that is over: bytes `start` to `end` were asked for, and `sent` of them left. */
export type Transfer = {
  readonly start: number
  readonly end: number
  readonly sent: number
  /** Whether the receiver took all of them. */
  readonly arrived: boolean
}

/** More broken transfers are not remembered. */
const mostBroken = 200

/**
 * Adds a transfer. Of a broken one nobody knows how much arrived until the receiver comes back and asks for the rest:
 * who asks for the bytes from `start` on has those before, as far as they had left.
 */
export function addTransfer(
  { arrived, broken }: Delivery,
  { start, end, sent, arrived: whole }: Transfer,
): Delivery {
  const had = broken
    .filter(([from, to]) => from < start && start <= to)
    .reduce((ranges, [from]) => addRange(ranges, from, start), arrived)
  if (whole) return { arrived: addRange(had, start, end), broken }
  // Asking for what follows a part is not asking for the part's own rest: so its last byte is left out.
  const rest = Math.min(start + sent, end - 1)
  return { arrived: had, broken: [...broken, [start, rest] as const].slice(-mostBroken) }
}
