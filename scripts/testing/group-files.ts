import { dirname } from 'node:path'

/** More files than this in one process would leave the other processors idle at the end. */
const maxGroupSize = 8

/**
 * Groups test files for a process each: those of a folder together, largest groups first. Such files start the whole server, and
 * loading it took half of the time when each did so in a process of its own. Hooks at the top of a file hold for the whole
 * group, so only `before` and `after` may stand there.
 */
export function groupFiles(files: readonly string[]): string[][] {
  const folders = Object.values(Object.groupBy(files, (file) => dirname(file)))
  return folders.flatMap((group) => inEqualParts(group ?? [])).toSorted((a, b) => b.length - a.length)
}

function inEqualParts(files: readonly string[]): string[][] {
  const parts = Math.ceil(files.length / maxGroupSize)
  const size = Math.ceil(files.length / parts)
  return Array.from({ length: parts }, (_, part) => files.slice(part * size, (part + 1) * size))
}
