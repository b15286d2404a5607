import type { Location } from './location.ts'

/** The member of a history entry's state that holds the location which stays behind it. */
type Behind = { readonly behind: Location }

/**
 * The state for a history entry that is shown above the page of a location, which stays as it is. The fragment is left out,
 * because it may be a secret.
 */
export function stateAbove(location: Location): Behind {
  return { behind: { ...location, hash: '' } }
}

/** The location whose page stays behind this one; undefined for an entry that stands for itself. */
export function locationBehind({ state }: Location): Location | undefined {
  return hasBehind(state) ? state.behind : undefined
}

/** Only `stateAbove` writes such a member. */
function hasBehind(state: unknown): state is Behind {
  return typeof state === 'object' && state !== null && 'behind' in state
}
