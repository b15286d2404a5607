import { join } from 'node:path'
import { blobIdAlphabet, isBlobId, requireBlobId } from './blob-id.ts'

/**
 * Where the disk store keeps its files:
 *
 *     folder/staged/<name>.<ms since 1970>   on its way in, with the time it was opened
 *     folder/stored/<2 digits>/<name>        committed
 *
 * The name is the id's ASCII in lower-case hex, because a file system may not tell `a` from `A`; its first two
 * digits, one of 64 pairs, choose the folder.
 */
export type DiskLayout = {
  readonly staged: string
  /** The 64 folders of committed blobs. */
  readonly stored: readonly string[]
  stagedFile(id: string, openedAt: number): string
  storedFolder(id: string): string
  storedFile(id: string): string
}

/** All functions throw RangeError for a bad id. */
export function diskLayout(folder: string): DiskLayout {
  const stored = join(folder, 'stored')
  const staged = join(folder, 'staged')
  const storedFolder = (id: string) => join(stored, fileName(id).slice(0, 2))
  return {
    staged,
    stored: [...blobIdAlphabet].map((first) => join(stored, hex(first))),
    stagedFile: (id, openedAt) => join(staged, `${fileName(id)}.${openedAt}`),
    storedFolder,
    storedFile: (id) => join(storedFolder(id), fileName(id)),
  }
}

/** The id behind a file in a stored folder, or undefined for a file that is not ours. */
export function readStoredName(name: string): string | undefined {
  const id = Buffer.from(name, 'hex').toString('latin1')
  return isBlobId(id) && hex(id) === name ? id : undefined
}

/** When the stage behind a file in the staged folder was opened, or undefined for a file that is not ours. */
export function readStagedName(name: string): number | undefined {
  const [id = '', openedAt = ''] = name.split('.')
  return readStoredName(id) && /^\d+$/.test(openedAt) ? Number(openedAt) : undefined
}

function fileName(id: string): string {
  requireBlobId(id)
  return hex(id)
}

function hex(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex')
}
