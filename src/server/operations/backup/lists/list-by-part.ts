import { join } from 'node:path'
import { hashFile, readBlobLines } from '../backup-files.ts'
import { BackupUnusable, type BlobLine, layout } from '../backup-layout.ts'
import { readManifest } from '../backups.ts'

/** The list of a backup, read once: several are read side by side, one folder of copies at a time. */
export type ListByPart = {
  /** The lines whose copies belong into a folder; folders are asked for in their order. */
  of(part: string): Promise<BlobLine[]>
  close(): Promise<unknown>
}

/**
 * The list of a backup, as it was when it was made: nothing is removed on a doubt.
 * @param backup the folder of the backup
 * @throws BackupUnusable when it has been altered since
 */
export async function openListByPart(backup: string): Promise<ListByPart> {
  const made = await readManifest(backup)
  const path = join(backup, layout.blobs)
  // guard: lists of backups as they were made -> tests/long/cli/backup.test.ts "removes no copy while"
  //   drops || made.blobs.sha256 !== (await hashFile(path))
  if (typeof made === 'string' || made.blobs.sha256 !== (await hashFile(path)))
    throw new BackupUnusable(`${path} is not what it was when the backup was made.`)
  return linesByPart(path)
}

function linesByPart(path: string): ListByPart {
  const lines = readBlobLines(path)
  let isBegun = false
  let next: BlobLine | undefined

  async function advance(): Promise<void> {
    const { value, done } = await lines.next()
    next = done ? undefined : value
  }
  return {
    async of(part) {
      if (!isBegun) await advance()
      isBegun = true
      const found: BlobLine[] = []
      while (next !== undefined && next.id.slice(0, part.length) <= part) {
        if (next.id.startsWith(part)) found.push(next)
        await advance()
      }
      return found
    },
    close: () => lines.return(),
  }
}
