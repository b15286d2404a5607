import { join } from 'node:path'
import type { Services } from '#server/platform/services.ts'
import { type BlobLine, backupFolder, layout } from './backup-layout.ts'
import { listBackups } from './list-backups.ts'
import { readBlobLines } from './read-lines.ts'

/** What the last complete backup says of its blobs, by their ids; nothing where there is none. */
export async function lastBlobLines(
  services: Pick<Services, 'config' | 'clock' | 'database' | 'engine'>,
): Promise<ReadonlyMap<string, BlobLine>> {
  const lines = new Map<string, BlobLine>()
  const last = (await listBackups(services)).find(({ state }) => state === 'complete')
  if (!last) return lines
  const path = join(backupFolder(services.config), last.name, layout.blobs)
  for await (const line of readBlobLines(path)) lines.set(line.id, line)
  return lines
}
