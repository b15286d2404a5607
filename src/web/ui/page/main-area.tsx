import { type ReactNode, useEffect, useRef } from 'react'
import { currentLocation } from '../../app/router/history.ts'
import { useLocation } from '../../app/router/location.ts'
import { announce } from '../messages/announce.tsx'
import { scrollBack, scrolledTo } from './scroll-memory.ts'

/** The page that was looked at last, which is at first the one that was asked for. */
let shown = currentLocation().pathname

/**
 * The main part of a page. Anyone who goes to another page begins at its top, with the keyboard as well, and hears its
 * title; a person who goes back, or reloads, finds it as far scrolled as it was, once what it showed has come.
 */
export function MainArea({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation()
  const main = useRef<HTMLElement>(null)

  useEffect(() => {
    const before = shown
    shown = pathname
    const moved = before !== pathname
    if (moved) {
      main.current?.focus({ preventScroll: true })
      announce(document.title)
    }
    const place = scrolledTo(key) ?? (moved ? 0 : undefined)
    return place === undefined ? undefined : scrollBack(place)
  }, [pathname, key])

  return (
    <main id="main" ref={main} tabIndex={-1}>
      {children}
    </main>
  )
}
