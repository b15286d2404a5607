import './fold.css'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon } from '../icons/icon.tsx'

type Props = {
  /** Id of the `summary`. */
  id?: string
  title: string
  /** Current value, which makes the closed fold a summary. */
  value: string
  /** Opens it, as soon as there is cause to; it does not close around someone who is in it. */
  open?: boolean
  children: ReactNode
}

/** A collapsible section, with a summary of its content in one line. */
export function Fold({ id, title, value, open = false, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (open && details.current) details.current.open = true
  }, [open])
  return (
    <details className="fold" ref={details}>
      <summary id={id}>
        <h2>{title}</h2>
        <span className="val" title={value || undefined}>
          {value}
        </span>
        <Icon name="chevron" />
      </summary>
      <div className="in">{children}</div>
    </details>
  )
}
