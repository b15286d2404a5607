import type { Place } from '../ui/router/place.ts'

/** The member of a history entry's state that holds the place which stays behind it. */
type Behind = { readonly behind: Place }

/** The state for a history entry that is shown above the page of a place, which stays as it is. */
export function stateAbove(behind: Place): Behind {
  return { behind }
}

/** The place whose page stays behind this one; undefined for an entry that stands for itself. */
export function placeBehind({ state }: Place): Place | undefined {
  return hasBehind(state) ? state.behind : undefined
}

/** Only `stateAbove` writes such a member. */
function hasBehind(state: unknown): state is Behind {
  return typeof state === 'object' && state !== null && 'behind' in state
}
