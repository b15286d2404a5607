/**
 * Paths made different where they would lie over each other on a disk, also on one that ignores case: the later one gets a
 * number, "a (2).txt". An archive that people sent themselves may have the same path twice, and a file where another has a
 * folder.
 */
export function separatePaths(paths: readonly string[]): string[] {
  const taken = new Set(paths.flatMap(foldersOf))
  /** The number that a path would get next: an archive may have one path 80,000 times. */
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

/** The folders that a path leads through. */
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
