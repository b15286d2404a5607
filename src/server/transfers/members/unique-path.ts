import { fileNameProblem } from '#contract/transfers/file-name.ts'
import { lengths, maxFiles } from '#contract/transfers/limits.ts'

/** A path that cannot be a member of an archive. Its message is a sentence for the sender. */
export class UnsafePath extends Error {
  override readonly name = 'UnsafePath'
}

/** Folders deeper than this are nobody's real ones. */
const deepest = 64

/** Characters kept free for a number when a long name has to be told from another. */
const roomForNumber = ` (${maxFiles})`.length

/** UTF-8 bytes that all paths of one archive may have together: they are kept until its end. */
const maxPathBytes = 16 * 1024 * 1024

/** What Windows takes for a device, whatever extension follows it. */
const deviceName = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(?:COM|LPT)[0-9\u00b9\u00b2\u00b3])$/

/** A folder of the archive. */
type Folder = {
  readonly number: number
  /** As it stands in the archive: empty, or with a slash at the end. */
  readonly path: string
}

/**
 * Makes the paths of one archive: each is what was asked for unless another file or folder has it, and then gets a
 * number, "a (2).txt". Names that differ only in case, in how accents were typed, or in dots and spaces at their end
 * count as the same, because one disk or another would lay the second over the first. Names of Windows devices get an
 * underscore, "aux_.txt", because Windows could not unpack them. Takes the same time however many there are.
 *
 * @returns a function of the path, folders and slashes included; it throws UnsafePath for a path that is absolute,
 * leads out of the folder it is unpacked in, or has a name that fileNameProblem refuses, and when all paths together are
 * longer than 16 MB
 */
export function createUniquePaths(): (path: string) => string {
  // One of each for all folders: thousands of small ones would take many times the memory.
  const folders = new Map<string, Folder>()
  const taken = new Set<string>()
  /** The number that a folded name would get next. */
  const numbers = new Map<string, number>()
  const root: Folder = { number: 0, path: '' }
  let pathBytes = 0

  function enter(parent: Folder, name: string): Folder {
    const key = keyOf(parent, fold(name))
    const known = folders.get(key)
    if (known) return known
    const number = folders.size + 1
    if (number > maxFiles) throw new UnsafePath('There are too many folders.')
    const folder = { number, path: `${parent.path}${takeName(parent, name)}/` }
    folders.set(key, folder)
    return folder
  }
  /** The name, or the first with a number that is free in this folder; it is taken from now on. */
  function takeName(folder: Folder, name: string): string {
    const wanted = keyOf(folder, fold(name))
    if (!taken.has(wanted)) {
      taken.add(wanted)
      return name
    }
    const { stem, extension } = cut(name)
    // What a number is counted for is what all its outcomes share, so that no number is ever tried twice.
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
    const names = splitPath(path).map(withoutDevice)
    const last = names.pop() ?? ''
    const folder = names.reduce(enter, root)
    const unique = folder.path + takeName(folder, last)
    pathBytes += Buffer.byteLength(unique)
    if (pathBytes > maxPathBytes) throw new UnsafePath('The paths of all files together are too long.')
    return unique
  }
}

/** A folded name in a folder; no name has a slash. */
function keyOf(folder: Folder, folded: string): string {
  return `${folder.number}/${folded}`
}

function withoutDevice(name: string): string {
  const [stem = ''] = name.split('.', 1)
  return deviceName.test(stem.trimEnd().toUpperCase()) ? `${stem}_${name.slice(stem.length)}` : name
}

/** @throws UnsafePath */
function splitPath(path: string): string[] {
  if (path.includes('\\')) throw new UnsafePath('The path contains a backslash.')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) throw new UnsafePath('The path is absolute.')
  if (path.lastIndexOf('/') > lengths.folderPath) {
    throw new UnsafePath(`The path of the folder is longer than ${lengths.folderPath} characters.`)
  }
  const names = path.split('/')
  if (names.length > deepest) throw new UnsafePath(`The file lies more than ${deepest} folders deep.`)
  for (const name of names) {
    const problem = fileNameProblem(name)
    if (problem) throw new UnsafePath(problem)
    if (fold(name) === '') throw new UnsafePath('A name in the path has nothing but dots and spaces.')
  }
  return names
}

/** A name before and after the place for a number, short enough to take one. */
function cut(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 20 ? name.slice(dot) : ''
  const room = lengths.fileName - roomForNumber - extension.length
  return {
    stem: name
      .slice(0, name.length - extension.length)
      .slice(0, room)
      .toWellFormed(),
    extension,
  }
}

/** The same for names that some file system takes for one. */
function fold(name: string): string {
  let end = name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1
  return name.slice(0, end).toUpperCase().normalize('NFC')
}
