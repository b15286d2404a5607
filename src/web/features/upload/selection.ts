import { safeFileName } from '#contract/file-name.ts'

/** One row of the list: a file, or a folder with everything in it. */
export type SelectedItem = {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly files: readonly PickedFile[]
  readonly isFolder: boolean
}

/** A file as the browser gave it. `path` is relative to what was picked and ends in the file's name. */
export type PickedFile = { readonly file: File; readonly path: string }

export type Selection = readonly SelectedItem[]

export type Addition = { selection: Selection; tooLarge: readonly string[] }

/**
 * Adds picked files. Files of one folder become one row; a file that is there already, by name, size and date, is
 * not added twice; files over `sizeLimit` bytes are left out and named. Empty files are kept.
 */
export function addFiles(selection: Selection, picked: readonly PickedFile[], sizeLimit: number): Addition {
  const tooLarge: string[] = []
  const known = new Set(selection.map(({ key }) => key))
  const added: SelectedItem[] = []
  const folders = new Map<string, PickedFile[]>()
  for (const pick of picked) {
    if (pick.file.size > sizeLimit) {
      tooLarge.push(pick.file.name)
      continue
    }
    const [folder, ...rest] = pick.path.split('/')
    if (folder && rest.length > 0) {
      folders.set(folder, [...(folders.get(folder) ?? []), pick])
      continue
    }
    const { name, size, lastModified } = pick.file
    const key = `${name}\n${size}\n${lastModified}`
    if (known.has(key)) continue
    known.add(key)
    added.push({ key, name: safeFileName(name), size, files: [pick], isFolder: false })
  }
  for (const [name, files] of folders) {
    const key = `folder\n${name}`
    if (known.has(key)) continue
    added.push({ key, name, size: totalSize(files.map(({ file }) => file)), files, isFolder: true })
  }
  return { selection: [...selection, ...added], tooLarge }
}

export function removeItem(selection: Selection, key: string): Selection {
  return selection.filter((item) => item.key !== key)
}

/** How many files, and how many bytes, the whole selection holds. */
export function sumOf(selection: Selection): { files: number; size: number } {
  return { files: selection.reduce((sum, { files }) => sum + files.length, 0), size: totalSize(selection) }
}

function totalSize(things: readonly { size: number }[]): number {
  return things.reduce((sum, { size }) => sum + size, 0)
}
