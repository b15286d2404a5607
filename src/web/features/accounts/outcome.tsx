import type { ReactNode } from 'react'
import { FocusedHeading } from '../../ui/focused-heading.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

/** What a form has led to. */
export function Outcome({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <div className="auth">
      <div className="slip stack">
        <FocusedHeading>{title}</FocusedHeading>
        {children}
      </div>
    </div>
  )
}
