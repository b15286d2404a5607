import { safeFileName } from '#contract/transfers/file-name.ts'
import { mapInTurns, startTurn } from './in-turns.ts'

/** A file as the browser gave it. `path` begins with the folder that was picked, if any, and ends in the file's name. */
export type PickedFile = { readonly file: File; readonly path: string }

/** One picked or dropped item: a file, or a folder with its files. */
export type Picked = {
  readonly name: string
  readonly isFolder: boolean
  readonly files: readonly PickedFile[]
}

/** One row of the list. */
export type SelectedItem = Picked & {
  /** Distinguishes the same files from others of the same name. */
  readonly key: string
  readonly size: number
}

export type Selection = readonly SelectedItem[]

/** Limits of files: bytes of one file, and name extensions without a dot. */
export type FileRules = {
  readonly fileSize: number
  /** Null: every extension that is not dangerous. */
  readonly allowed: readonly string[] | null
  readonly dangerous: readonly string[]
}

/** Names of the files that were left out, by reason, and the sizes of those that are too large. */
export type RejectedFiles = {
  readonly tooLarge: readonly { readonly name: string; readonly size: number }[]
  readonly dangerous: readonly string[]
  readonly unsupported: readonly string[]
  /** Folders without a file. */
  readonly empty: readonly string[]
}

type RejectedFile = readonly [reason: keyof RejectedFiles, name: string, size: number]

/** One examined item: files that may be sent, and those rejected. */
type Examined = {
  readonly name: string
  readonly isFolder: boolean
  readonly kept: readonly PickedFile[]
  readonly key: string
  readonly size: number
  readonly rejected: readonly RejectedFile[]
}

/** Examines picked files, however many, without blocking the page. */
export async function examine(picked: readonly Picked[], rules: FileRules): Promise<Examined[]> {
  const turn = startTurn()
  const examined: Examined[] = []
  for (const { name, isFolder, files } of picked) {
    const rejected: RejectedFile[] = []
    const kept: PickedFile[] = []
    const keys: string[] = []
    let size = 0
    for (const { file, path } of files) {
      if (turn.isOver()) await turn.yield()
      const reason = refusal(file, rules)
      if (reason) rejected.push([reason, file.name, file.size])
      else {
        kept.push({ file, path })
        keys.push(`${path}\n${file.size}\n${file.lastModified}`)
        size += file.size
      }
    }
    if (files.length === 0) rejected.push(['empty', name, 0])
    // The inside of a folder counts, not what it is called here.
    examined.push({ name: safeFileName(name), isFolder, kept, key: keys.join('\n\n'), size, rejected })
  }
  return examined
}

/**
 * Adds picked files. Files already selected, by name, size and date, are not added twice; another folder of the same name gets
 * a number. Files that the service would refuse, and empty folders, are left out and named; empty files stay. Takes turns with
 * the page like `examine`.
 */
export async function addExamined(
  selection: Selection,
  examined: readonly Examined[],
): Promise<{ selection: Selection; rejected: RejectedFiles }> {
  const turn = startTurn()
  const rejected = {
    tooLarge: [] as { name: string; size: number }[],
    dangerous: [] as string[],
    unsupported: [] as string[],
    empty: [] as string[],
  }
  const next = [...selection]
  const places = new Map<string, number>()
  const folders = new Set<string>()
  for (const [place, { key, isFolder, name }] of selection.entries()) {
    if (turn.isOver()) await turn.yield()
    places.set(key, place)
    if (isFolder) folders.add(name)
  }
  for (const { name, isFolder, kept, key, size, rejected: refusals } of examined) {
    if (turn.isOver()) await turn.yield()
    for (const [reason, refused, size] of refusals) {
      if (reason === 'tooLarge') rejected.tooLarge.push({ name: refused, size })
      else rejected[reason].push(refused)
    }
    if (kept.length === 0) continue
    const place = places.get(key)
    const known = place === undefined ? undefined : next[place]
    if (place !== undefined && known) {
      // Files that were taken out of a folder come back with it.
      if (known.files.length < kept.length) next[place] = await folderOf(known, kept, size)
      continue
    }
    places.set(key, next.length)
    if (!isFolder) {
      next.push({ key, name, isFolder, files: kept, size })
      continue
    }
    const free = freeName(name, folders)
    folders.add(free)
    next.push(await folderOf({ key, name: free }, kept, size))
  }
  return { selection: next, rejected }
}

/** Title for a folder that is sent alone: at most `max` characters of its name. Otherwise empty. */
export function suggestedTitle([item, another]: Selection, max: number): string {
  return item?.isFolder && !another ? item.name.slice(0, max).toWellFormed() : ''
}

export function removeItem(selection: Selection, key: string): Selection {
  return selection.filter((item) => item.key !== key)
}

/** Takes one file out of a folder; the folder goes with its last. */
export function removeFile(selection: Selection, key: string, path: string): Selection {
  return selection.flatMap((item) => {
    if (item.key !== key) return [item]
    const files = item.files.filter((file) => file.path !== path)
    const size = totalSize(files.map(({ file }) => file))
    return files.length === 0 ? [] : [{ ...item, files, size }]
  })
}

/** How many files, and how many bytes, the whole selection holds. */
export function sumOf(selection: Selection): { files: number; size: number } {
  return { files: selection.reduce((sum, { files }) => sum + files.length, 0), size: totalSize(selection) }
}

/** Whether the selection becomes an archive: everything but one file in no folder does. */
export function isPacked(selection: Selection): boolean {
  return selection.length !== 1 || selection.some(({ isFolder }) => isFolder)
}

/** Extension of a name without the dot, in lower case; dots and spaces at the end do not hide it. */
export function extensionOf(name: string): string {
  const bare = name.replace(/[. ]+$/, '')
  const dot = bare.lastIndexOf('.')
  return dot < 0 ? '' : bare.slice(dot + 1).toLowerCase()
}

function refusal({ name, size }: File, rules: FileRules): Exclude<keyof RejectedFiles, 'empty'> | undefined {
  const extension = extensionOf(safeFileName(name))
  if (size > rules.fileSize) return 'tooLarge'
  if (rules.dangerous.includes(extension)) return 'dangerous'
  if (rules.allowed && !rules.allowed.includes(extension)) return 'unsupported'
  return undefined
}

/** A folder of the name that is free for it, with everything in it. */
async function folderOf(
  { key, name }: Pick<SelectedItem, 'key' | 'name'>,
  kept: readonly PickedFile[],
  size: number,
): Promise<SelectedItem> {
  const files = await mapInTurns(kept, ({ file, path }) => ({
    file,
    path: name + path.slice(path.indexOf('/')),
  }))
  return { key, name, isFolder: true, files, size }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} (${number})`
    if (!taken.has(candidate)) return candidate
  }
}

function totalSize(things: readonly { size: number }[]): number {
  return things.reduce((sum, { size }) => sum + size, 0)
}

/** The rows whose name contains a text, whatever its capitals. */
export function findItems(selection: Selection, text: string): Selection {
  if (text === '') return selection
  const wanted = text.toLowerCase()
  return selection.filter(({ name }) => name.toLowerCase().includes(wanted))
}
