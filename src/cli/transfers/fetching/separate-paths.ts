/**
 * Makes paths distinct, also on a disk that ignores case: a later one gets a number, "a (2).txt". An archive made elsewhere may
 * hold the same path twice, or a file and a folder of one name.
 */
export function separatePaths(paths: readonly string[]): string[] {
  const taken = new Set(paths.flatMap(foldersOf))
  /** Next number of a path, so that 80,000 equal paths don't count from 1 each time. */
  const numbers = new Map<string, number>()
  return paths.map((path) => {
    const wanted = folded(path)
    for (let number = numbers.get(wanted) ?? 1; ; number += 1) {
      const candidate = number === 1 ? path : numbered(path, number)
      if (taken.has(folded(candidate))) continue
      taken.add(folded(candidate))
      numbers.set(wanted, number + 1)
      return candidate
    }
  })
}

/** Parent folders of a path. */
function foldersOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, index) => folded(names.slice(0, index + 1).join('/')))
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

function numbered(path: string, number: number): string {
  const end = path.lastIndexOf('.')
  const hasExtension = end > path.lastIndexOf('/') + 1
  return hasExtension ? `${path.slice(0, end)} (${number})${path.slice(end)}` : `${path} (${number})`
}
