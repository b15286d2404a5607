import type { ReactNode } from 'react'
import { FocusedHeading, useDocumentTitle } from '#web/ui/page/title.tsx'

/** Result of a form, as a page. */
export function Outcome({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <div className="auth">
      <div className="card stack">
        <FocusedHeading>{title}</FocusedHeading>
        {children}
      </div>
    </div>
  )
}
