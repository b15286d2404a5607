import { type ReactNode, useLayoutEffect, useState, useTransition } from 'react'
import { currentPlace, listen } from './history.ts'
import { PlaceContext } from './place.ts'

/**
 * Keeps the page in step with the address bar. The old page stays until the next one can be shown, with a line at the
 * top when that takes its time.
 */
export function Router({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(currentPlace)
  const [waiting, startTransition] = useTransition()
  useLayoutEffect(() => listen((next) => startTransition(() => setPlace(next))), [])
  return (
    <PlaceContext value={place}>
      {children}
      {waiting && <div className="page-coming" aria-hidden="true" />}
    </PlaceContext>
  )
}
