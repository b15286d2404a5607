import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { PageNotFetched } from './page-not-fetched.ts'

/**
 * A part of a page that is fetched when it is first drawn; until it is there `meanwhile` stands in its place. Throws
 * PageNotFetched while drawing when it cannot be had. React's own `lazy` would need a Suspense boundary here, which holds
 * back for 300 ms whatever it has drawn a stand-in for.
 */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile: ReactNode = null,
) {
  let fetched: ComponentType<Props> | undefined
  let fetching: Promise<void> | undefined
  function fetchOnce(): Promise<void> {
    fetching ??= fetchPart().then(
      (part) => {
        fetched = part.default
      },
      (cause) => {
        fetching = undefined
        throw new PageNotFetched(cause)
      },
    )
    return fetching
  }
  return function LazyPart(props: Props): ReactNode {
    const [Part, setPart] = useState(() => fetched)
    const [problem, setProblem] = useState<unknown>()
    useEffect(() => {
      fetchOnce().then(() => setPart(() => fetched), setProblem)
    }, [])
    if (problem) throw problem
    // Already now: while the page around it is waited for, it is drawn and not shown, and has no effects.
    if (!Part) fetchOnce().catch(() => {})
    return Part ? <Part {...props} /> : meanwhile
  }
}
