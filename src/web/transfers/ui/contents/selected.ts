import type { Member } from '#contract/transfers/members.ts'

/** Sizes of the files that are selected, by their numbers. */
export type Selected = ReadonlyMap<number, number>

export const nothingSelected: Selected = new Map()

/** With all of these added, or, where all of them are in it, without them. */
export function allToggled(selected: Selected, members: readonly Member[]): Selected {
  const next = new Map(selected)
  const allIn = members.every(({ n }) => selected.has(n))
  for (const { n, size } of members)
    if (allIn) next.delete(n)
    else next.set(n, size)
  return next
}

/** Bytes of all selected files. */
export function sizeOf(selected: Selected): number {
  return Iterator.from(selected.values()).reduce((sum, size) => sum + size, 0)
}
