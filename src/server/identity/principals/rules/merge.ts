/** A rule that a level sets. */
export type LevelRule<Value> = {
  readonly kind: 'default' | 'most' | 'least' | 'always'
  readonly value: Value
}

/** Rules of one name, from the widest level to the narrowest. */
type Ladder<Value> = readonly (LevelRule<Value> | undefined)[]

/** The value that holds; `level` is the index of the one that decides, null where none does. */
export type Merged<Value> = { readonly value: Value; readonly level: number | null }

type Edge = { readonly value: number; readonly level: number | null }

/**
 * Merges bounds: those of a narrower level hold within those of the wider ones, of defaults the narrowest holds.
 * @param base holds where nothing is set
 * @param edge the bound that a narrower level lifts the base to: at most for limits, at least for demands
 */
export function mergeBounds(
  ladder: Ladder<number>,
  base: number,
  edge: 'most' | 'least' = 'most',
): Merged<number> & { readonly least: number; readonly leastBy: number | null; readonly most: number } {
  let low: Edge = { value: Number.NEGATIVE_INFINITY, level: null }
  let high: Edge = { value: Number.POSITIVE_INFINITY, level: null }
  let wanted: Edge = { value: base, level: null }
  for (const [level, rule] of ladder.entries()) {
    if (!rule) continue
    const { kind, value } = rule
    if (kind === 'default') {
      wanted = { value, level }
      continue
    }
    const held = within(value, low, high)
    const own: Edge = held === value ? { value, level } : held === low.value ? low : high
    const before = [low, high]
    if (kind !== 'most' && own.value > low.value) low = own
    if (kind !== 'least' && own.value < high.value) high = own
    if (kind === edge && level > 0) wanted = own
    if (kind === 'always' && before[0]?.value !== before[1]?.value) wanted = own
  }
  const value = within(wanted.value, low, high)
  const by = value === wanted.value ? wanted : value === low.value ? low : high
  return { value, level: by.level, least: low.value, leastBy: low.level, most: high.value }
}

function within(value: number, low: Edge, high: Edge): number {
  return Math.min(high.value, Math.max(low.value, value))
}

/**
 * Merges choices of one of several: the narrowest default holds, until a level says always.
 * @param final values that count as always, whatever their kind
 */
export function mergeChoice<Value extends string>(
  ladder: Ladder<Value>,
  base: Value,
  final: readonly Value[] = [],
): Merged<Value> {
  let held: Merged<Value> = { value: base, level: null }
  for (const [level, rule] of ladder.entries()) {
    if (!rule) continue
    held = { value: rule.value, level }
    if (rule.kind === 'always' || final.includes(rule.value)) break
  }
  return held
}

/**
 * Merges sets: each level narrows those above it, and one that would leave nothing counts for nothing.
 * @param base holds where nothing is set; undefined is everything
 */
export function mergeSets<Value extends string | number>(
  ladder: Ladder<readonly Value[]>,
  base: readonly Value[] | undefined,
): Merged<readonly Value[] | undefined> {
  let held: Merged<readonly Value[] | undefined> = { value: base, level: null }
  let bound: Merged<readonly Value[] | undefined> = { value: undefined, level: null }
  for (const [level, rule] of ladder.entries()) {
    if (!rule) continue
    const allowed = bound.value
    const left = allowed ? rule.value.filter((one) => allowed.includes(one)) : rule.value
    held = left.length > 0 ? { value: left, level } : bound
    if (rule.kind === 'default') continue
    if (left.length > 0) bound = held
    if (rule.kind === 'always') break
  }
  return held
}
