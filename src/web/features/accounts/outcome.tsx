import { type ReactNode, useEffect, useRef } from 'react'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

/** What a form has led to. The heading takes the focus, because the button that had it is gone. */
export function Outcome({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="auth">
      <div className="slip stack">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </div>
    </div>
  )
}
