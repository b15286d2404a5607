/** How long what was found is kept, in milliseconds. */
const moment = 1000

/**
 * Keeps what `find` has found for a key for one second, for what every call asks and what may be as old. Calls at the same
 * time wait for the same answer; a failure is not kept. Nothing is left in memory after the second.
 */
export function keepForAMoment<Key, Found>(find: (key: Key) => Promise<Found>): (key: Key) => Promise<Found> {
  const known = new Map<Key, Promise<Found>>()
  return (key) => {
    const kept = known.get(key)
    if (kept) return kept
    const found = find(key)
    known.set(key, found)
    const forget = () => known.delete(key)
    found.then(() => setTimeout(forget, moment).unref(), forget)
    return found
  }
}
