import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { PartMissing } from './part-missing.tsx'

/**
 * A part of a page that is fetched when it is first drawn; until it is there `meanwhile` stands in its place. Where it
 * cannot be had it says so and leaves the page around it alone, which may hold work, or a link that is told once. React's
 * own `lazy` would need a Suspense boundary here, which holds back for 300 ms whatever it has drawn a stand-in for.
 */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<{ default: ComponentType<Props> }>,
  meanwhile: ReactNode = null,
) {
  let fetched: ComponentType<Props> | undefined
  let fetching: Promise<ComponentType<Props>> | undefined
  async function fetchIt(): Promise<ComponentType<Props>> {
    const part = await fetchPart()
    fetched = part.default
    return fetched
  }
  function fetchOnce(): Promise<ComponentType<Props>> {
    fetching ??= fetchIt()
    // Whoever asks for it later has another try.
    fetching.catch(() => {
      fetching = undefined
    })
    return fetching
  }
  return function LazyPart(props: Props): ReactNode {
    const [Part, setPart] = useState(() => fetched)
    // Already while drawing: as long as the page around it is waited for, it is drawn and not shown, and has no effects.
    if (!Part) void fetchOnce()
    useEffect(() => {
      fetchOnce().then(
        (part) => setPart(() => part),
        () => setPart(() => PartMissing),
      )
    }, [])
    return Part ? <Part {...props} /> : meanwhile
  }
}
