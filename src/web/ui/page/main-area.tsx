import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { currentLocation } from '../../app/router/history.ts'
import { useLocation } from '../../app/router/location.ts'
import { announce } from '../messages/announce.tsx'
import { scrollBack, scrolledTo } from './scroll-memory.ts'

/** The page that was looked at last, which is at first the one that was asked for. */
let shown = currentLocation().pathname
/** Whether the main part that was here last had the keyboard when it left with the frame around it. */
let hadFocus = false

/**
 * The main part of a page. Anyone who goes to another page begins at its top, with the keyboard as well, and hears its
 * title; a person who goes back, or reloads, finds it as far scrolled as it was, once what it showed has come.
 */
export function MainArea({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation()
  const main = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    const element = main.current
    return () => {
      hadFocus = !!element?.contains(document.activeElement)
    }
  }, [])

  useEffect(() => {
    const before = shown
    shown = pathname
    const moved = before !== pathname
    if (moved || hadFocus) main.current?.focus({ preventScroll: true })
    hadFocus = false
    if (moved) announce(document.title)
    const place = scrolledTo(key) ?? (moved ? 0 : undefined)
    return place === undefined ? undefined : scrollBack(place)
  }, [pathname, key])

  return (
    <main id="main" ref={main} tabIndex={-1}>
      {children}
    </main>
  )
}
