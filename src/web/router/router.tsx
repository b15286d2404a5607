import { type ReactNode, useLayoutEffect, useState, useTransition } from 'react'
import { currentLocation, listen } from './history.ts'
import { LocationContext } from './location.ts'

/**
 * Keeps the page in step with the address bar. The old page stays until the next one can be shown, with a line at the
 * top when that takes its time.
 */
export function Router({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(currentLocation)
  const [waiting, startTransition] = useTransition()
  useLayoutEffect(() => listen((next) => startTransition(() => setLocation(next))), [])
  return (
    <LocationContext value={location}>
      {children}
      {waiting && <div className="page-coming" aria-hidden="true" />}
    </LocationContext>
  )
}
