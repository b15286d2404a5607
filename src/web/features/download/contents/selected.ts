import type { Member } from '#contract/transfers/members.ts'

/** Sizes of the files that are selected, by their numbers. */
export type Selected = ReadonlyMap<number, number>

export const nothingSelected: Selected = new Map()

/** With a file added, or without it. */
export function toggled(selected: Selected, { n, size }: Member): Selected {
  const next = new Map(selected)
  if (!next.delete(n)) next.set(n, size)
  return next
}

/** Bytes of all selected files. */
export function sizeOf(selected: Selected): number {
  return Iterator.from(selected.values()).reduce((sum, size) => sum + size, 0)
}
