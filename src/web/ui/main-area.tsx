import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The page that was looked at last; undefined until the first one has been shown. */
let shown: string | undefined

/** The main part of a page. Whoever goes to another page begins at its top, with the keyboard as well. */
export function MainArea({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)

  useEffect(() => {
    const before = shown
    shown = pathname
    if (before === undefined || before === pathname) return
    window.scrollTo(0, 0)
    main.current?.focus()
  }, [pathname])

  return (
    <main id="main" ref={main} tabIndex={-1}>
      {children}
    </main>
  )
}
