import { addRange, type ByteRanges } from './byte-ranges.ts'

/** What the receiver behind a ticket has, which transfers broke, and when which bytes were asked for. */
export type Delivery = {
  readonly arrived: ByteRanges
  /** From where, up to which byte something left, and when it began. */
  readonly broken: readonly (readonly [from: number, to: number, began: number])[]
  readonly asked: readonly (readonly [start: number, began: number])[]
}

/** A transfer that is over: bytes `start` to `end` were asked for, and `sent` of them left. */
export type Transfer = {
  readonly start: number
  readonly end: number
  readonly sent: number
  /** Whether the receiver took all of them. */
  readonly arrived: boolean
  /** When it was asked for, in epoch milliseconds. */
  readonly began: number
}

/** More transfers are not remembered. */
const maxRemembered = 200

/**
 * Adds a transfer. Of a broken one nobody knows how much arrived until the receiver comes back and asks for the rest:
 * who afterwards asks for the bytes from `start` on has those before, as far as they had left. That one broke may be
 * noticed long after the next has ended, so it does not matter in which order they are added.
 */
export function addTransfer(before: Delivery, transfer: Transfer): Delivery {
  const { start, end, sent, began } = transfer
  const asked = [...before.asked, [start, began] as const].slice(-maxRemembered)
  if (transfer.arrived) {
    const arrived = addRange(before.arrived, start, end)
    return { arrived: addTaken(arrived, before.broken, asked), broken: before.broken, asked }
  }
  // Asking for what follows a part is not asking for the part's own rest: so its last byte is left out.
  const rest = Math.min(start + sent, end - 1)
  const broken = [...before.broken, [start, rest, began] as const].slice(-maxRemembered)
  return { arrived: addTaken(before.arrived, broken, asked), broken, asked }
}

/** Adds what broken transfers brought, as far as later questions say. */
function addTaken(arrived: ByteRanges, broken: Delivery['broken'], asked: Delivery['asked']): ByteRanges {
  return broken.reduce((ranges, [from, to, began]) => {
    const taken = asked
      .filter(([start, later]) => later >= began && from < start && start <= to)
      .reduce((most, [start]) => Math.max(most, start), from)
    return taken > from ? addRange(ranges, from, taken) : ranges
  }, arrived)
}
