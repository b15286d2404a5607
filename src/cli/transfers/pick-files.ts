import { openAsBlob } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path'
import type { FileInFolder } from '#client/transfers/form-parts.ts'
import { UsageError } from '../command.ts'

/**
 * Collects the files at paths; for a folder all files in it with their folders, without following symbolic links.
 * @throws UsageError for a path that cannot be read or is neither a file nor a folder, or when there is no file at all
 */
export async function pickFiles(paths: readonly string[]): Promise<FileInFolder[]> {
  const picked: FileInFolder[] = []
  for (const path of paths) {
    const found = await readable(path, stat(path))
    if (found.isDirectory()) picked.push(...(await pickFolder(path)))
    else if (found.isFile()) picked.push({ file: await openFile(path), folder: '' })
    // A pipe has no length yet and would be sent as an empty file.
    else throw new UsageError(`Can't send ${path}: it's neither a file nor a folder.`)
  }
  if (picked.length === 0) throw new UsageError('No files found.')
  return picked
}

async function pickFolder(path: string): Promise<FileInFolder[]> {
  const picked: FileInFolder[] = []
  for (const file of (await Array.fromAsync(filesIn(path))).toSorted()) {
    const inside = relative(path, dirname(file)).split(sep).join(posix.sep)
    picked.push({ file: await openFile(file), folder: posix.join(basename(resolve(path)), inside) })
  }
  return picked
}

/** Symbolic links inside are left out: readdir's own `recursive` follows them, out of the folder and round in circles. */
async function* filesIn(folder: string): AsyncGenerator<string> {
  for (const entry of await readable(folder, readdir(folder, { withFileTypes: true }))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile()) yield path
  }
}

/** Opens a file once, so that an unreadable one fails before others have been sent. */
async function openFile(path: string): Promise<File> {
  await using file = await readable(path, open(path))
  const { mtimeMs } = await file.stat()
  return new File([await openAsBlob(path)], basename(path), { lastModified: Math.floor(mtimeMs) })
}

/** @throws UsageError that names the path if the work fails */
function readable<Result>(path: string, work: Promise<Result>): Promise<Result> {
  return work.catch((cause: unknown) => {
    throw new UsageError(`Can't read ${path}.`, { cause })
  })
}
