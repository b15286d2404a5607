import { startTurn } from './in-turns.ts'
import type { Picked, PickedFile } from './selection.ts'

/** Files that could be read, and the paths of those that could not. */
export type Reading = { picked: Picked[]; unreadable: string[] }

/**
 * Reads the files of an input, however many, without blocking the page; files of a folder have their path. The input must keep
 * its files until then.
 */
export async function fromInput(files: FileList): Promise<Reading> {
  const turn = startTurn()
  const folders = new Map<string, PickedFile[]>()
  const picked: Picked[] = []
  for (const file of files) {
    if (turn.isOver()) await turn.yield()
    const path = file.webkitRelativePath
    const [folder = ''] = path.split('/')
    if (!path) {
      picked.push(single(file))
      continue
    }
    const inside = folders.get(folder)
    if (inside) inside.push({ file, path })
    else folders.set(folder, [{ file, path }])
  }
  for (const [name, inside] of folders) picked.push({ name, isFolder: true, files: inside })
  return { picked, unreadable: [] }
}

/** Reads dropped or pasted files, and all files of folders. Must be called synchronously in the event's handler. */
export async function fromTransfer(data: DataTransfer): Promise<Reading> {
  const things = Array.from(data.items, (item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }))
  const reading: Reading = { picked: [], unreadable: [] }
  for (const { entry, file } of things) {
    if (entry && isDirectory(entry)) {
      const files: PickedFile[] = []
      const unreadable: string[] = []
      await walk(entry, files, unreadable)
      reading.unreadable.push(...unreadable)
      // A folder that could not be read does not count as empty.
      if (files.length > 0 || unreadable.length === 0)
        reading.picked.push({ name: entry.name, isFolder: true, files })
    } else if (file) {
      reading.picked.push(single(file))
    }
  }
  return reading
}

/** Text as a file. */
export function fromText(text: string, name: string): Reading {
  return { picked: [single(new File([text], name, { type: 'text/plain' }))], unreadable: [] }
}

function single(file: File): Picked {
  return { name: file.name, isFolder: false, files: [{ file, path: file.name }] }
}

async function walk(entry: FileSystemEntry, files: PickedFile[], unreadable: string[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '')
  try {
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
      files.push({ file, path })
    } else if (isDirectory(entry)) {
      for (const child of await childrenOf(entry)) await walk(child, files, unreadable)
    }
  } catch {
    unreadable.push(path)
  }
}

async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    // A reader gives at most a hundred entries at a time, and none when it has given all.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return children
    children.push(...some)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
