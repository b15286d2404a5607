import { basename, join } from 'node:path'
import { hashFile } from '../backup-files.ts'
import { BackupUnusable, layout, type Manifest } from '../backup-layout.ts'
import { readManifest } from '../backups.ts'

/**
 * Reads a backup's manifest and compares every file of it with its checksum.
 * @param path the folder of one backup
 * @throws BackupUnusable
 */
export async function verifyBackup(path: string): Promise<Manifest> {
  const manifest = await readManifest(path)
  if (manifest === 'missing')
    throw new BackupUnusable(`${basename(path)} is no complete backup: its manifest is missing.`)
  if (manifest === 'unreadable')
    throw new BackupUnusable(
      `${basename(path)} cannot be restored: its manifest cannot be read, is damaged or is of a later version.`,
    )
  for (const [name, { sha256 }] of [
    [layout.tables, manifest.tables],
    [layout.blobs, manifest.blobs],
  ] as const) {
    // guard: checksums of a backup -> tests/long/cli/restore.test.ts "is refused when it, the master keys"
    if ((await hashFile(join(path, name))) !== sha256)
      throw new BackupUnusable(
        `${name} is missing, cannot be read or is damaged: its checksum is not the one of the manifest.`,
      )
  }
  return manifest
}
