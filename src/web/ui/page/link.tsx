import type { ComponentProps } from 'react'
import { navigate } from '../../router/history.ts'
import { hrefOf, type To } from '../../router/location.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: To }

/** A link within the app. */
export function Link({ to, onClick, ...rest }: Props) {
  const href = hrefOf(to)
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        // Anyone who wants a new tab or window gets it from the browser.
        const plain =
          event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
        if (event.defaultPrevented || !plain) return
        event.preventDefault()
        const here = location.pathname + location.search + location.hash
        navigate(to, { replace: href === here })
      }}
    />
  )
}
