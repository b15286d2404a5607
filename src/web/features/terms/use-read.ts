import { type RefObject, useEffect, useState } from 'react'

/** How near to its end, in CSS pixels, a text counts as scrolled through. */
const threshold = 50
/** Milliseconds after which a short text counts as read. */
const shortWhile = 1000

/**
 * Whether a text in its scrolling box counts as read: its end has been within 50 px, or it is short and has been shown for a
 * second. It stays read afterwards.
 */
export function useRead(box: RefObject<HTMLElement | null>, short: boolean): boolean {
  const [read, setRead] = useState(false)

  useEffect(() => {
    const element = box.current
    if (!element || read) return undefined
    function look() {
      if (!element) return
      if (element.scrollHeight - element.scrollTop - element.clientHeight <= threshold) setRead(true)
    }
    // Checks at once, too: a text that fits does not scroll.
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box, read])

  useEffect(() => {
    if (!short || read) return undefined
    const timer = setTimeout(() => setRead(true), shortWhile)
    return () => clearTimeout(timer)
  }, [short, read])

  return read
}
