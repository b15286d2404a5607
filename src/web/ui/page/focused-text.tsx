import { type ReactNode, useEffect, useRef } from 'react'

/** Takes the place of a form that has been submitted. It takes the focus, because the button that had it is gone. */
export function FocusedText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1}>
      {children}
    </p>
  )
}
