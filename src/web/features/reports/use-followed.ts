import { useEffect, useState } from 'react'
import { followTokenHeader } from '#contract/headers.ts'
import { useLocation } from '#web/router/location.ts'

type Followed<Found> = {
  readonly found: Found | undefined
  readonly error: unknown
  readonly headers: Record<string, string>
  readonly set: (found: Found) => void
  readonly retry: () => void
}

/** Loads the report or decision of a page's address, by the token behind its `#`, which browsers never send to a server. */
export function useFollowed<Found>(
  find: (headers: Record<string, string>, signal: AbortSignal) => Promise<Found>,
): Followed<Found> {
  const token = useLocation().hash.slice(1)
  const [found, set] = useState<Found>()
  const [error, setError] = useState<unknown>()
  const [tries, setTries] = useState(0)
  const headers = { [followTokenHeader]: token }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token leads elsewhere, and another try looks again
  useEffect(() => {
    const stop = new AbortController()
    find(headers, stop.signal).then(
      (it) => {
        set(it)
        setError(undefined)
      },
      (failure: unknown) => {
        if (!stop.signal.aborted) setError(failure)
      },
    )
    return () => stop.abort()
  }, [token, tries])
  return { found, error, headers, set, retry: () => setTries(tries + 1) }
}
