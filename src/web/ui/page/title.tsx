import { type ReactNode, useEffect, useRef } from 'react'
import { productName } from '../browser/brand.ts'

type Props = { className?: string; children: ReactNode }

/** The title of what takes another view's place. It has the focus at first, because the button that had it is gone. */
export function FocusedHeading({ className, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 className={className} ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

/** Names the page, or the state it is in, in the browser's tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title])
}
