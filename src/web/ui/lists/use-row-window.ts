import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Rows up to which a list is drawn whole. */
const maxWhole = 200
/** Pixels above and below the window in which rows are drawn as well. */
const margin = 800
/** Rows come and go in steps of so many, so that not every pixel of scrolling draws. */
const rowsPerStep = 20

/** The rows from `start` up to `end` are drawn; the space of the others is kept, in CSS pixels. */
export type RowWindow = {
  readonly start: number
  readonly end: number
  readonly before: number
  readonly after: number
}

/**
 * Which rows of a list that scrolls with the page are drawn: all of a short one, of a long one those in sight. The rows
 * must be the children of the list that carry `data-row`.
 * @param rows stand for themselves: the same object is the same row, and has the same height
 * @param rowHeight what a row that has not been drawn yet is taken for, in CSS pixels
 */
export function useRowWindow(
  rows: readonly object[],
  rowHeight: number,
): { list: RefObject<HTMLUListElement | null>; shown: RowWindow } {
  const list = useRef<HTMLUListElement>(null)
  const heights = useRef(new WeakMap<object, number>())
  const [shown, setShown] = useState(() => findWindow(rows, () => rowHeight, 0, 0))

  const place = useEffectEvent(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0
    const heightOf = (row: object) => heights.current.get(row) ?? rowHeight
    const next = findWindow(rows, heightOf, -top - margin, innerHeight - top + margin)
    setShown((before) => (isSame(before, next) ? before : next))
  })
  const measure = useEffectEvent(() => {
    for (const element of list.current?.querySelectorAll<HTMLElement>(':scope > [data-row]') ?? []) {
      const row = rows[Number(element.dataset.row)]
      if (row) heights.current.set(row, element.getBoundingClientRect().height)
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows are drawn
  useLayoutEffect(() => {
    if (rows.length <= maxWhole) return
    measure()
    place()
  }, [rows, shown])
  useEffect(() => {
    const ended = new AbortController()
    const passive = { passive: true, signal: ended.signal }
    addEventListener('scroll', place, passive)
    addEventListener('resize', place, passive)
    return () => ended.abort()
  }, [])

  // Between a change of the rows and the next look at them there may be fewer than before.
  if (rows.length <= maxWhole) return { list, shown: { start: 0, end: rows.length, before: 0, after: 0 } }
  const end = Math.min(shown.end, rows.length)
  return { list, shown: { ...shown, start: Math.min(shown.start, end), end } }
}

/** The rows that reach into the pixels from `top` to `bottom` of a list, in whole steps, and the space of the others. */
export function findWindow<Row>(
  rows: readonly Row[],
  heightOf: (row: Row) => number,
  top: number,
  bottom: number,
): RowWindow {
  let start: number | undefined
  let end = 0
  let before = 0
  let after = 0
  let y = 0
  for (let step = 0; step < rows.length; step += rowsPerStep) {
    let height = 0
    for (const row of rows.slice(step, step + rowsPerStep)) height += heightOf(row)
    if (y + height > top && y < bottom) {
      start ??= step
      end = Math.min(step + rowsPerStep, rows.length)
    } else if (start === undefined) before += height
    else after += height
    y += height
  }
  return { start: start ?? end, end, before, after }
}

function isSame(one: RowWindow, other: RowWindow): boolean {
  return (
    one.start === other.start &&
    one.end === other.end &&
    one.before === other.before &&
    one.after === other.after
  )
}
