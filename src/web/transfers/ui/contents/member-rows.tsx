import { useEffect, useEffectEvent } from 'react'
import type { Member } from '#contract/transfers/members.ts'
import { useRowWindow } from '#web/ui/lists/use-row-window.ts'
import type { MemberPlace } from './member-address.ts'
import { MemberRow } from './member-row.tsx'
import type { Selected } from './selected.ts'
import type { Members, Row } from './use-members.ts'

/** CSS pixels of a row whose name fits one line. */
const rowHeight = 64

type Props = {
  members: Members
  rows: readonly Row[]
  /** Files of the whole list, of which these rows may be the first. */
  total: number
  place: MemberPlace
  selected: Selected
  onSelect: ((member: Member) => void) | undefined
  /** Undefined where there are no previews. */
  onPreview: ((index: number) => void) | undefined
}

/** The rows of the list, of which there may be 80,000: those in sight are drawn, and fetched. */
export function MemberRows({ members, rows, total, place, selected, onSelect, onPreview }: Props) {
  const { list, start, end, before, after } = useRowWindow(rows, rowHeight)
  const need = useEffectEvent(() => members.need(start, end))
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows are drawn
  useEffect(() => need(), [start, end, rows])
  return (
    <ul className="c-list" ref={list}>
      {before > 0 && <li aria-hidden="true" style={{ blockSize: before }} />}
      {rows.slice(start, end).map((row) => {
        const member = members.at(row.index)
        return (
          <li
            key={row.index}
            className="c-row"
            data-row={row.index}
            aria-setsize={total}
            aria-posinset={row.index + 1}
          >
            {member && (
              <MemberRow
                member={member}
                place={place}
                isSelected={selected.has(member.n)}
                onSelect={onSelect && (() => onSelect(member))}
                onPreview={onPreview && (() => onPreview(row.index))}
              />
            )}
          </li>
        )
      })}
      {after > 0 && <li aria-hidden="true" style={{ blockSize: after }} />}
    </ul>
  )
}
