import { type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { findConfiguredFolder } from '#server/config/configured-folder.ts'
import type { State } from './finding.ts'

/** Places in the data folder that only the service may open. */
const privatePlaces = ['.', 'restante.sqlite', 'keys', 'blobs', 'mail', 'instances']
const others = 0o077

/** Checks that the service can write its folders, and that other users of the machine cannot read them. */
export async function checkFolders({ DATA_DIR, BACKUP_DIR }: Config): Promise<readonly [State, string]> {
  if (BACKUP_DIR !== undefined) findConfiguredFolder('BACKUP_DIR', BACKUP_DIR)
  if (!findConfiguredFolder('DATA_DIR', DATA_DIR)) return ['note', `The first start makes ${DATA_DIR}.`]
  const open = privatePlaces
    .map((name) => join(DATA_DIR, name))
    .filter((path) => ((find(path)?.mode ?? 0) & others) !== 0)
  if (process.platform !== 'win32' && open.length > 0)
    return ['mend', `Other users of this machine may look into ${open[0]}: run chmod -R go-rwx ${DATA_DIR}`]
  const owner = find(DATA_DIR)?.uid
  if (process.getuid?.() === 0 && owner !== 0)
    return [
      'note',
      `The data folder belongs to user ${owner} and this is root: run restante as that user, so that what it makes stays readable.`,
    ]
  return ['ok', `${DATA_DIR} is the service's alone.`]
}

function find(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}
