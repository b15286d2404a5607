/** Milliseconds of work after which it yields to the page. */
const maxTurn = 12
/** A list that is sorted in one turn. */
const maxSorted = 2000

/** Counts the time of a turn, for work that may be long. */
export function startTurn() {
  let began = performance.now()
  return {
    isOver: () => performance.now() - began > maxTurn,
    /** Yields to the page, and starts another turn. */
    async yield(): Promise<void> {
      // scheduler.yield would come before the drawing, up to ten times a second.
      await new Promise((resolve) => setTimeout(resolve))
      began = performance.now()
    },
  }
}

/** Maps a list of any length without holding the page up. */
export async function mapInTurns<From, To>(
  list: readonly From[],
  change: (thing: From) => To,
): Promise<To[]> {
  const turn = startTurn()
  const changed: To[] = []
  for (const thing of list) {
    if (turn.isOver()) await turn.yield()
    changed.push(change(thing))
  }
  return changed
}

/** Sorts a list of any length without holding the page up. Equals keep their order. */
export async function sortInTurns<Thing>(
  list: readonly Thing[],
  compare: (a: Thing, b: Thing) => number,
  turn = startTurn(),
): Promise<Thing[]> {
  if (turn.isOver()) await turn.yield()
  if (list.length <= maxSorted) return list.toSorted(compare)
  const middle = Math.ceil(list.length / 2)
  const first = await sortInTurns(list.slice(0, middle), compare, turn)
  const second = await sortInTurns(list.slice(middle), compare, turn)
  const sorted: Thing[] = []
  let taken = 0
  for (const thing of first) {
    if (turn.isOver()) await turn.yield()
    for (let next = second[taken]; next !== undefined && compare(next, thing) < 0; next = second[taken]) {
      sorted.push(next)
      taken += 1
    }
    sorted.push(thing)
  }
  return sorted.concat(second.slice(taken))
}
