import { type ReactNode, useEffect, useRef } from 'react'

/** What takes the place of a form that did its work. It has the focus at first, because the button that had it is gone. */
export function FocusedText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1}>
      {children}
    </p>
  )
}
