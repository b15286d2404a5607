/** Things that are handled at a time before the page may draw again. */
const slice = 4000

/** Lets the page draw and answer. */
async function yieldToPage(): Promise<void> {
  if ('scheduler' in globalThis && 'yield' in scheduler) await scheduler.yield()
  else await new Promise((resolve) => setTimeout(resolve))
}

/** Maps a list of any length without holding the page up. */
export async function mapInSlices<From, To>(
  list: readonly From[],
  change: (thing: From) => To,
): Promise<To[]> {
  const changed: To[] = []
  for (let at = 0; at < list.length; at += slice) {
    if (at > 0) await yieldToPage()
    for (const thing of list.slice(at, at + slice)) changed.push(change(thing))
  }
  return changed
}

/** Sorts a list of any length without holding the page up. Equals keep their order. */
export async function sortInSlices<Thing>(
  list: readonly Thing[],
  compare: (a: Thing, b: Thing) => number,
): Promise<Thing[]> {
  if (list.length <= slice) {
    await yieldToPage()
    return list.toSorted(compare)
  }
  const middle = Math.ceil(list.length / 2)
  const first = await sortInSlices(list.slice(0, middle), compare)
  const second = await sortInSlices(list.slice(middle), compare)
  const sorted: Thing[] = []
  let taken = 0
  for (const [index, thing] of first.entries()) {
    if (index > 0 && index % slice === 0) await yieldToPage()
    for (let next = second[taken]; next !== undefined && compare(next, thing) < 0; next = second[taken]) {
      sorted.push(next)
      taken += 1
    }
    sorted.push(thing)
  }
  for (const thing of second.slice(taken)) sorted.push(thing)
  return sorted
}
