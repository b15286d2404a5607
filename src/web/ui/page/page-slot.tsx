import { type ReactNode, Suspense, use, useEffect, useState } from 'react'

const second = new Promise<void>((resolve) => setTimeout(resolve, 1000))
const never = new Promise<void>(() => {})
let gracePeriod = second

/**
 * Renders pages. While the first one loads, the document's own content stays; after a second the frame is shown without the
 * page, with `meanwhile` in its place. For later pages the router keeps the previous page. A fallback shown at once would cost
 * 300 ms: React shows none for less.
 */
export function PageSlot({ meanwhile, children }: { meanwhile: ReactNode; children: ReactNode }) {
  useEffect(() => {
    gracePeriod = never
  }, [])
  return <Suspense fallback={<Late>{meanwhile}</Late>}>{children}</Suspense>
}

function Late({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false)
  if (!late) use(gracePeriod)
  useEffect(() => setLate(true), [])
  return children
}
