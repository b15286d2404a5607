import type { ComponentProps } from 'react'
import { type To, useHref, useNavigate } from 'react-router'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: To }

/** A link within the app. The router's own brings along what it prefetches and submits forms with, 4 KB on every page. */
export function Link({ to, onClick, ...rest }: Props) {
  const href = useHref(to)
  const navigate = useNavigate()
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        // Whoever wants a new tab or window gets it from the browser.
        const plain =
          event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        if (event.defaultPrevented || !plain) return
        event.preventDefault()
        const here = location.pathname + location.search + location.hash
        void navigate(to, { replace: href === here })
      }}
    />
  )
}
