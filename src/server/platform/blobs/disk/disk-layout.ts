import { join } from 'node:path'
import { blobIdAlphabet, isBlobId, requireBlobId } from '../blob-store.ts'

/**
 * Layout of the disk store:
 *
 *     folder/staged/<name>              on its way in
 *     folder/stored/<2 digits>/<name>   committed
 *     folder/identity                   of the service that the store belongs to
 *
 * The name is the id's ASCII in lower-case hex, because a file system may not tell `a` from `A`; its first two digits, one of
 * 64 pairs, choose the folder.
 */
export type DiskLayout = {
  readonly identity: string
  readonly staged: string
  readonly allStored: string
  /** The 64 folders of committed blobs, in that one. */
  readonly stored: readonly string[]
  stagedFile(id: string): string
  storedFolder(id: string): string
  storedFile(id: string): string
}

/** All functions throw RangeError for a bad id. */
export function diskLayout(folder: string): DiskLayout {
  const allStored = join(folder, 'stored')
  const staged = join(folder, 'staged')
  const storedFolder = (id: string) => join(allStored, fileName(id).slice(0, 2))
  return {
    identity: join(folder, 'identity'),
    staged,
    allStored,
    stored: [...blobIdAlphabet].map((first) => join(allStored, hex(first))),
    stagedFile: (id) => join(staged, fileName(id)),
    storedFolder,
    storedFile: (id) => join(storedFolder(id), fileName(id)),
  }
}

/** The id behind a file in a folder of the store, or undefined for a file that is not ours. */
export function readStoredName(name: string): string | undefined {
  const id = Buffer.from(name, 'hex').toString('latin1')
  return isBlobId(id) && hex(id) === name ? id : undefined
}

function fileName(id: string): string {
  requireBlobId(id)
  return hex(id)
}

function hex(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex')
}
