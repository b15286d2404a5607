import type { PickedFile } from './selection.ts'

/** What a file input gives; of a folder each file knows its path. */
export function fromInput(files: FileList | null): PickedFile[] {
  return Array.from(files ?? [], (file) => ({ file, path: file.webkitRelativePath || file.name }))
}

/** What was dropped or pasted, folders walked to their last file. Call it in the event's own turn. */
export async function fromTransfer(data: DataTransfer): Promise<PickedFile[]> {
  const entries = Array.from(data.items, (item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }))
  const picked = await Promise.all(
    entries.map(({ entry, file }) => (entry ? walk(entry) : file ? [{ file, path: file.name }] : [])),
  )
  return picked.flat()
}

async function walk(entry: FileSystemEntry): Promise<PickedFile[]> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ file, path: entry.fullPath.replace(/^\//, '') }]
  }
  if (!isDirectory(entry)) return []
  const reader = entry.createReader()
  const picked: PickedFile[] = []
  for (;;) {
    // A reader gives at most a hundred entries at a time, and none when it has given all.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return picked
    for (const child of entries) picked.push(...(await walk(child)))
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
