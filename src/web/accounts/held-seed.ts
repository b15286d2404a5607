type Seed = Uint8Array<ArrayBuffer>

/** Milliseconds for which an opened private half is held in this page, so that a list of uploads is opened one after the other. */
const life = 15 * 60_000
let held: { readonly seed: Seed; readonly ends: ReturnType<typeof setTimeout> } | undefined

/** Holds an opened private half for a while, in memory alone. */
export function holdSeed(seed: Seed): void {
  dropSeed()
  held = { seed, ends: setTimeout(dropSeed, life) }
}

export function heldSeed(): Seed | undefined {
  return held?.seed
}

/** Forgets it at once, as signing out does. */
export function dropSeed(): void {
  clearTimeout(held?.ends)
  held = undefined
}
