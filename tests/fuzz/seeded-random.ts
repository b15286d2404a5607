/** Repeatable choices: the same seed gives the same ones. Not for secrets. */
export type SeededRandom = {
  /** A whole number from 0 up to, without, a limit. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<Choice>(choices: readonly [Choice, ...Choice[]]): Choice
}

/** Mulberry32, a 32-bit generator by Tommy Ettinger (public domain). */
export function seededRandom(seed: number): SeededRandom {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (limit) => Math.floor(next() * limit),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
  }
}
