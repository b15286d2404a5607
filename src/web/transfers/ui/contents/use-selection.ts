import { useRef, useState } from 'react'
import type { Member } from '#contract/transfers/members.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { announce } from '#web/ui/messages/announce.tsx'

/** Sizes of the files that are selected, by their numbers. */
export type Selected = ReadonlyMap<number, number>

const nothingSelected: Selected = new Map()

/** The files of a list that its viewer selects. @param onSelected is told whether there are any */
export function useSelection(onSelected: ((any: boolean) => void) | undefined) {
  const [selected, setSelected] = useState<Selected>(nothingSelected)
  const lastTicked = useRef<Element>(null)

  function change(next: Selected) {
    setSelected(next)
    onSelected?.(next.size > 0)
    announce(t('contents.selected', { files: next.size, size: formatSize(sizeOf(next)) }))
  }
  return {
    selected,
    toggle(...members: readonly Member[]) {
      lastTicked.current = document.activeElement
      change(allToggled(selected, members))
    },
    toggleAll(all: readonly Member[]) {
      change(selected.size === all.length ? nothingSelected : new Map(all.map(({ n, size }) => [n, size])))
    },
    /** Selects none. The focus returns to the file that was ticked last, because the button that had it is gone. */
    clear() {
      change(nothingSelected)
      if (lastTicked.current instanceof HTMLElement) lastTicked.current.focus()
    },
  }
}

/** With all of these added, or, where all of them are in it, without them. */
function allToggled(selected: Selected, members: readonly Member[]): Selected {
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
