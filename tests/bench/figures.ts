/** The value below which a part (0 to 1) of the numbers lies. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** The same values in a random order (Fisher and Yates). */
export function shuffled<Value>(values: readonly Value[]): Value[] {
  const mixed = [...values]
  for (const [index, value] of values.entries()) {
    const place = Math.floor(Math.random() * (index + 1))
    mixed[index] = mixed[place] ?? value
    mixed[place] = value
  }
  return mixed
}
