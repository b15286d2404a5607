import { safeFileName, splitName } from '#contract/transfers/file-name.ts'
import { lengths, maxFiles, maxNameBytes, maxPathBytes } from '#contract/transfers/limits.ts'
import { sha256Text } from '#crypto/random-id.ts'

/** A path that no archive takes, or one more than an archive takes. Its message is a sentence for the sender. */
export class UnsafePath extends Error {
  override readonly name = 'UnsafePath'
}

/** Depth that no real folder exceeds. */
export const maxFolderDepth = 64

/** Bytes kept free for a number when a long name has to be told from another. */
const roomForNumber = ` (${maxFiles})`.length

/** Bytes that a folder counts for beside its name: it is kept until the end of the archive. */
const folderBytes = 64

/** A folder of the archive, by its number; 0 is the archive itself. */
type Folder = number

/**
 * Makes the paths of one archive: each is what was asked for unless another file or folder has it, and then gets a
 * number, "a (2).txt". Names that differ only in case or in how accents were typed count as the same, because one disk or
 * another would lay the second over the first. Every name is made safe, see safeFileName: those of earlier releases were kept
 * as they came. Takes the same time however many there are.
 *
 * @returns a function of the path, folders and slashes included. It throws UnsafePath when there are too many folders, and
 * when all paths together are longer than maxPathBytes
 */
export function createUniquePaths(): (path: string) => string {
  // One of each for all folders, with keys in place of names: an archive may have 80 000 of both.
  const folders = new Map<string, Folder>()
  const parents: Folder[] = [0]
  /** The names of the folders as they stand in the archive. */
  const names: string[] = ['']
  const taken = new Set<string>()
  /** The number that a folded name would get next. */
  const numbers = new Map<string, number>()
  let pathBytes = 0

  function count(bytes: number): void {
    pathBytes += bytes
    // guard: paths of an archive -> src/server/transfers/zip/unique-path.test.ts "more than 8 MB"
    if (pathBytes > maxPathBytes) throw new UnsafePath('The paths of all files together are too long.')
  }
  function enter(parent: Folder, name: string): Folder {
    const key = keyOf(parent, fold(name))
    const known = folders.get(key)
    if (known !== undefined) return known
    const number = names.length
    // guard: folders of an archive -> src/server/transfers/zip/unique-path.test.ts "more folders than files"
    if (number > maxFiles) throw new UnsafePath('There are too many folders.')
    count(folderBytes + Buffer.byteLength(name))
    parents.push(parent)
    names.push(detached(takeName(parent, name, key)))
    folders.set(key, number)
    return number
  }
  /** The path of a folder as it stands in the archive, with a slash at the end unless it is the archive. */
  function pathOf(folder: Folder): string {
    return folder === 0 ? '' : `${pathOf(parents[folder] ?? 0)}${names[folder]}/`
  }
  /** The name, or the first with a number that is free in this folder; it is taken from now on. */
  function takeName(folder: Folder, name: string, wanted = keyOf(folder, fold(name))): string {
    if (!taken.has(wanted)) {
      taken.add(wanted)
      return name
    }
    const { stem, extension } = splitName(name, maxNameBytes - roomForNumber)
    // Numbers are counted under the key that all their outcomes share, so that no number is ever tried twice.
    const counted = keyOf(folder, fold(stem) + fold(extension))
    for (let number = numbers.get(counted) ?? 2; ; number += 1) {
      const free = `${stem} (${number})${extension}`
      const key = keyOf(folder, fold(free))
      if (taken.has(key)) continue
      taken.add(key)
      numbers.set(counted, number + 1)
      return free
    }
  }
  return (path) => {
    const parts = path.split('/').map(safeFileName)
    const last = parts.pop() ?? ''
    const folder = parts.reduce(enter, 0)
    const unique = pathOf(folder) + takeName(folder, last)
    count(Buffer.byteLength(unique))
    return unique
  }
}

/** Stands for a folded name in a folder: 72 bits of a hash, which take less memory than the name. */
function keyOf(folder: Folder, folded: string): string {
  return sha256Text(`${folder}/${folded}`).slice(0, 12)
}

/** The same text on its own: a part of a string, but a short one, keeps the whole of it in memory. */
function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString()
}

/**
 * For a path of safe names that a sender gives.
 * @throws UnsafePath for one that is too long or too deep
 */
export function assertPathFits(path: string): void {
  if (path.lastIndexOf('/') > lengths.folderPath)
    throw new UnsafePath(`The path of its folder is longer than ${lengths.folderPath} characters.`)
  if (path.split('/').length > maxFolderDepth)
    throw new UnsafePath(`It lies more than ${maxFolderDepth} folders deep.`)
}

/** The same for names that some file system takes for one. */
function fold(name: string): string {
  return name.normalize('NFC').toUpperCase().normalize('NFC')
}
