import { modifiedAt } from '#client/modified-at.ts'
import type { FormPart } from '#client/multipart-body.ts'
import { safeFileName, safePath } from '#contract/transfers/file-name.ts'
import { mapInTurns, sortInTurns } from '../selection/in-turns.ts'
import { isPacked, type Selection } from '../selection/selection.ts'
import { fieldsOf, type TransferOptions } from './transfer-options.ts'

/** A transfer as an upload form: the options come first, so that a refusal comes before the bytes. */
export type TransferParts = { fields: readonly FormPart[]; files: readonly FormPart[] }

/** The form of a transfer: its options, then its files. */
export async function partsOf(
  selection: Selection,
  options: TransferOptions,
  withTimes: boolean,
): Promise<TransferParts> {
  return {
    fields: fieldsOf(options).map(([name, value]) => ({ name, value })),
    files: await filePartsOf(selection, withTimes),
  }
}

/**
 * The files of a selection as parts of a form, in the order they are sent: the same selection gives the same files part by
 * part, in whichever order it was picked. One plain file is `file`. Otherwise every file is `files`, and the folder it
 * lies in stands right before it as `folderPath_<name>`, and when it was modified as `modifiedAt_<name>` where the service takes
 * that. The server gives the k-th such path to the k-th file of that name, so files in folders come before those in none.
 */
export async function filePartsOf(selection: Selection, withTimes: boolean): Promise<FormPart[]> {
  const packed = isPacked(selection)
  const sorted = await filesInOrder(selection)
  return sorted.flatMap(({ file, name, folder }) => [
    ...(folder ? [{ name: `folderPath_${name}`, value: folder }] : []),
    ...(withTimes ? [{ name: `modifiedAt_${name}`, value: modifiedAt(file) }] : []),
    { name: packed ? 'files' : 'file', file, filename: name },
  ])
}

/** A file as it is sent: its name, and its folder. */
export type OrderedFile = { readonly file: File; readonly name: string; readonly folder: string }

/** The files of a selection in the order in which they are sent. */
export async function filesInOrder(selection: Selection): Promise<OrderedFile[]> {
  const files = await mapInTurns(
    selection.flatMap((item) => item.files),
    ({ file, path }) => ({ file, name: safeFileName(file.name), folder: folderOf(path) }),
  )
  return sortInTurns(
    files,
    (a, b) =>
      Number(a.folder === '') - Number(b.folder === '') ||
      compare(a.folder, b.folder) ||
      compare(a.name, b.name) ||
      a.file.size - b.file.size ||
      a.file.lastModified - b.file.lastModified,
  )
}

/** A path without the file's own name, every folder named as a file may be. */
function folderOf(path: string): string {
  return safePath(path.slice(0, Math.max(0, path.lastIndexOf('/'))))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
