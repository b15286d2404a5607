import { type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { currentLocation } from '../../router/history.ts'
import { useLocation } from '../../router/location.ts'
import { announce } from '../messages/announce.tsx'
import { scrollBack } from './scroll-memory.ts'

/** The page that was looked at last, which is at first the one that was asked for. */
let shown = currentLocation().pathname
let hadFocus = false

/** The main part of another frame takes over the keyboard from the one that left. */
function keepFocus(main: HTMLElement) {
  if (hadFocus) main.focus({ preventScroll: true })
  return () => {
    hadFocus = main.contains(document.activeElement)
  }
}

/**
 * The main part of a page. Anyone who goes to another page begins at its top, with the keyboard as well, and hears its
 * title; a person who goes back, or reloads, finds it as far scrolled as it was, once what it showed has come.
 */
export function MainArea({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation()

  useEffect(() => {
    const before = shown
    shown = pathname
    const moved = before !== pathname
    if (moved) {
      document.getElementById('main')?.focus({ preventScroll: true })
      announce(document.title)
    }
    return scrollBack(key, moved)
  }, [pathname, key])

  return (
    <main id="main" ref={keepFocus} tabIndex={-1}>
      {children}
    </main>
  )
}

const second = new Promise<void>((resolve) => setTimeout(resolve, 1000))
const never = new Promise<void>(() => {})
let gracePeriod = second

/**
 * Renders pages. While the first one loads, the document's own content stays; after a second the frame is shown without the
 * page, with `meanwhile` in its place. For later pages the router keeps the previous page. A fallback shown at once would cost
 * 300 ms: React shows none for less.
 */
export function PageSlot({ meanwhile, children }: { meanwhile: ReactNode; children: ReactNode }) {
  useEffect(() => {
    gracePeriod = never
  }, [])
  return <Suspense fallback={<Late>{meanwhile}</Late>}>{children}</Suspense>
}

function Late({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false)
  if (!late) use(gracePeriod)
  useEffect(() => setLate(true), [])
  return children
}
