/** Units of a size: bytes, and 1024, 1024², 1024³ and 1024⁴ of them. */
export const sizeUnits = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/**
 * A number of bytes as people read it everywhere, in pages, mails and on the command line: in which unit, and with how
 * many decimals at most. There are never more than three digits before the decimals, below a thousand TB: "1,021 MB" and
 * "1.021 MB", in which languages write it, would be read as one another.
 * @returns `unit` counts `sizeUnits`, which every language names in its own way
 */
export function scaleSize(bytes: number): { value: number; unit: 0 | 1 | 2 | 3 | 4; digits: number } {
  let value = bytes
  let unit: 0 | 1 | 2 | 3 | 4 = 0
  for (const larger of [1, 2, 3, 4] as const) {
    // From 999.5 on the rounded number would read 1000.
    if (value < 999.5) break
    value /= 1024
    unit = larger
  }
  return { value, unit, digits: unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2 }
}

/** The same in English, in one word: "1.14GB" or, with a space between, "1.14 GB". */
export function englishSize(bytes: number, space = ''): string {
  const { value, unit, digits } = scaleSize(bytes)
  return `${+value.toFixed(digits)}${space}${sizeUnits[unit]}`
}
