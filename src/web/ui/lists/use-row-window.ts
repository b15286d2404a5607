import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Rows up to which a list is rendered completely. */
const maxWhole = 200
/** Pixels above and below the window in which rows are rendered as well. */
const margin = 800
/** Rows added or removed at a time, so that not every pixel of scrolling renders. */
const rowsPerStep = 20

/**
 * The rows from `start` up to `end` are rendered; `before` and `after` are the height of the others in CSS pixels. Between a
 * change of the rows and the next measurement there may be fewer.
 */
type RowWindow = {
  readonly start: number
  readonly end: number
  readonly before: number
  readonly after: number
}

/** Rows of the first render, before the visible ones are known: measuring an empty list would force another layout. */
const firstRows: RowWindow = { start: 0, end: 2 * rowsPerStep, before: 0, after: 0 }

/**
 * Rows to render of a list that scrolls with the page: all of a short one, only the visible ones of a long one. The rows must
 * be the children of the list that carry `data-row`.
 * @param rows stand for themselves: the same object is the same row, and has the same height
 * @param rowHeight estimate for rows not rendered yet, in CSS pixels
 */
export function useRowWindow(
  rows: readonly object[],
  rowHeight: number,
): RowWindow & { list: RefObject<HTMLUListElement | null> } {
  const list = useRef<HTMLUListElement>(null)
  const heights = useRef(new WeakMap<object, number>())
  const [shown, setShown] = useState(firstRows)

  const place = useEffectEvent(() => {
    if (!list.current) return
    for (const element of list.current.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
      const row = rows[Number(element.dataset.row)]
      if (row) heights.current.set(row, element.getBoundingClientRect().height)
    }
    const heightOf = (row: object) => heights.current.get(row) || rowHeight
    const { top } = list.current.getBoundingClientRect()
    const next = findWindow(rows, heightOf, -top - margin, innerHeight - top + margin)
    if (JSON.stringify(next) !== JSON.stringify(shown)) setShown(next)
  })

  useLayoutEffect(() => {
    if (rows.length <= maxWhole) return
    if (shown !== firstRows) return place()
    // The first time with the frame that lays them out anyway: at once, drawing and layout would be one long task.
    const frame = requestAnimationFrame(place)
    return () => cancelAnimationFrame(frame)
  }, [rows, shown])
  useEffect(() => {
    const ended = new AbortController()
    for (const event of ['scroll', 'resize']) addEventListener(event, place, ended)
    return () => ended.abort()
  }, [])

  if (rows.length <= maxWhole) return { list, ...firstRows, end: rows.length }
  return { list, ...shown }
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
    const next = Math.min(step + rowsPerStep, rows.length)
    let height = 0
    // Loops by index: an iterator and a copy for each step take three times as long, and this blocks the page.
    for (let index = step; index < next; index += 1) {
      const row = rows[index]
      if (row !== undefined) height += heightOf(row)
    }
    if (y + height > top && y < bottom) {
      start ??= step
      end = next
    } else if (start === undefined) before += height
    else after += height
    y += height
  }
  return { start: start ?? end, end, before, after }
}
