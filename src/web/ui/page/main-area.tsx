import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { currentLocation } from '../../app/router/history.ts'
import { useLocation } from '../../app/router/location.ts'
import { announce } from '../messages/announce.tsx'
import { rememberScroll, scrolledTo } from './scroll-memory.ts'

/** The page that was looked at last, which is at first the one that was asked for. */
let shown = currentLocation().pathname

/**
 * The main part of a page. Whoever goes to another page begins at its top, with the keyboard as well, and hears its
 * title; whoever goes back finds it as far scrolled as it was.
 */
export function MainArea({ children }: { children: ReactNode }) {
  const { key, pathname } = useLocation()
  const main = useRef<HTMLElement>(null)

  useLayoutEffect(() => rememberScroll(key), [key])

  useEffect(() => {
    const before = shown
    shown = pathname
    if (before === pathname) return
    main.current?.focus({ preventScroll: true })
    window.scrollTo(0, scrolledTo(key))
    announce(document.title)
  }, [pathname, key])

  return (
    <main id="main" ref={main} tabIndex={-1}>
      {children}
    </main>
  )
}
