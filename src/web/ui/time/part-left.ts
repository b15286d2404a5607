/** The part of a life that is still to go, 0 to 1, as its line draws it. Times in milliseconds since 1970. */
export function partLeft({ from, until, now }: { from: number; until: number; now: number }): number {
  if (now >= until) return 0
  // A clock that is behind sees the start ahead of it.
  return Math.min(1, (until - now) / (until - from))
}
