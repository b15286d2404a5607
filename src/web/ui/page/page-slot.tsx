import { type ReactNode, Suspense, use, useEffect, useState } from 'react'

const second = new Promise<void>((resolve) => setTimeout(resolve, 1000))
const never = new Promise<void>(() => {})
let gracePeriod = second

/**
 * Where pages are drawn. The first one is waited for with what the document itself shows; if it takes more than a second,
 * the frame around it comes without it, and `meanwhile` in its place. Others are waited for by the router, which keeps
 * the page before. A stand-in that was drawn at once would cost 300 ms: React shows none for less.
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
