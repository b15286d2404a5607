import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { layout } from '../backup-layout.ts'

/** The folders of copies, in order. */
export async function partsOfCopies(folder: string): Promise<string[]> {
  const parts = await readdir(join(folder, layout.blobsFolder)).catch(none)
  return parts.toSorted()
}

/** The ids of the blobs whose copies lie in one of these folders, in order; what is being written is left out. */
export async function copiesOfPart(folder: string, part: string): Promise<string[]> {
  const names = await readdir(join(folder, layout.blobsFolder, part)).catch(none)
  return names.filter((name) => /^[0-9a-f]{32}$/.test(name)).toSorted()
}

/**
 * The copies whose turn it is, in the order in which they are due: copies are read in the order of their ids and from the
 * beginning again, so those after the one that was read last have waited longest.
 * @param folder the folder of backups
 * @param last the copy that was read last, or ''
 * @param turns in how many turns all of them are read
 */
export async function findDueCopies(folder: string, last: string, turns: number): Promise<Set<string>> {
  const parts = await partsOfCopies(folder)
  let count = 0
  for (const part of parts) count += (await copiesOfPart(folder, part)).length
  const share = Math.ceil(count / turns)
  const due = new Set<string>()
  const lastPart = last.slice(0, 2)
  for (const isAfter of [true, false])
    for (const part of parts.filter((one) => (isAfter ? one >= lastPart : one <= lastPart))) {
      if (due.size >= share) return due
      const ids = await copiesOfPart(folder, part)
      const inTurn = ids.filter((id) => id > last === isAfter)
      for (const id of inTurn.slice(0, share - due.size)) due.add(id)
    }
  return due
}

function none(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return []
  throw error
}
