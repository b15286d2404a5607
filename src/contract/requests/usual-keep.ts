/** How long files of a request are kept unless their owner chooses, in milliseconds. */
const usualKeepTime = 7 * 24 * 60 * 60 * 1000

/**
 * The longest of the lifetimes up to 7 days, or the shortest where all are longer.
 * @param lifetimes those that the owner may choose, at least one; `duration` in milliseconds
 */
export function usualKeep<Lifetime extends { readonly duration: number }>(
  lifetimes: readonly Lifetime[],
): Lifetime | undefined {
  const sorted = lifetimes.toSorted((one, other) => one.duration - other.duration)
  return sorted.findLast(({ duration }) => duration <= usualKeepTime) ?? sorted[0]
}
