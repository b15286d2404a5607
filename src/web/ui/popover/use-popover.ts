import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { topModal } from '../browser/open-modals.ts'

/** CSS pixels between a popover and its surroundings. */
const gap = 8

/**
 * Shows an element with `popover="manual"` beside its anchor, below it or above it where there is more room, as long as
 * it is mounted. The page stays usable: Escape and a click elsewhere call `onClose` with the focus back on the anchor,
 * and so does leaving with the keyboard, with the focus where it went. `onClose` must stay the same function.
 */
export function usePopover(
  panel: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  useLayoutEffect(() => {
    const element = panel.current
    element?.showPopover()
    function place() {
      if (element && anchor.current) placeBeside(element, anchor.current.getBoundingClientRect())
    }
    place()
    const observer = new ResizeObserver(place)
    if (element) observer.observe(element)
    addEventListener('resize', place)
    document.addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('resize', place)
      document.removeEventListener('scroll', place, { capture: true })
    }
  }, [panel, anchor])

  useEffect(() => {
    function isOutside(target: EventTarget | null) {
      return target instanceof Node && !panel.current?.contains(target) && !anchor.current?.contains(target)
    }
    function close() {
      anchor.current?.focus()
      onClose()
    }
    function press(event: KeyboardEvent) {
      if (event.key === 'Escape' && !topModal()) close()
    }
    function point(event: PointerEvent) {
      if (isOutside(event.target)) close()
    }
    function move(event: FocusEvent) {
      if (isOutside(event.target)) onClose()
    }
    document.addEventListener('keydown', press)
    document.addEventListener('pointerdown', point)
    document.addEventListener('focusin', move)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('pointerdown', point)
      document.removeEventListener('focusin', move)
    }
  }, [panel, anchor, onClose])
}

function placeBeside(element: HTMLElement, anchor: DOMRect): void {
  const below = innerHeight - anchor.bottom - 2 * gap
  const above = anchor.top - 2 * gap
  const isAbove = element.scrollHeight > below && above > below
  const maxLeft = innerWidth - element.offsetWidth - 2 * gap
  Object.assign(element.style, {
    maxHeight: `${isAbove ? above : below}px`,
    left: `${Math.max(2 * gap, Math.min(anchor.right - element.offsetWidth, maxLeft))}px`,
    top: isAbove ? 'auto' : `${anchor.bottom + gap}px`,
    bottom: isAbove ? `${innerHeight - anchor.top + gap}px` : 'auto',
  })
}
