import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeConfiguredFolder } from '#server/config/configured-folder.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { writeDurably } from './backup-files.ts'
import { backupFolder, layout } from './backup-layout.ts'

type Owner = Pick<Services, 'config' | 'database'>

/**
 * Makes the folder of backups this service's own, unless it is another's, or holds day keys and does not say whose. Anyone who
 * looks after a folder destroys the day keys in it that its database does not have: a new and empty service would destroy all
 * those of the one it replaces.
 * @throws Failure BACKUP_FOLDER_TAKEN, StartRefused for a folder that cannot be made or written
 */
export async function ownFolder(services: Owner): Promise<void> {
  makeConfiguredFolder('BACKUP_DIR', backupFolder(services.config))
  // guard: folder of backups of another service -> tests/long/cli/backup.test.ts "keeps its keys beside a new service"
  if (await isFolderTaken(services)) throw new Failure('BACKUP_FOLDER_TAKEN')
  if (!(await isFolderOwn(services))) await takeFolderOver(services)
}

/** Whether this service has made backups in the folder, or was restored from it. */
export async function isFolderOwn(services: Owner): Promise<boolean> {
  return (await findOwner(services)) === (await ownId(services))
}

/** Whether the folder is another service's, or holds day keys and does not say whose. */
export async function isFolderTaken(services: Owner): Promise<boolean> {
  const owner = await findOwner(services)
  // guard: day keys without an owner -> tests/long/cli/backup.test.ts "keeps its keys beside"
  //   owner === undefined ? hasDayKeys(services) : becomes owner !== undefined &&
  return owner === undefined ? hasDayKeys(services) : owner !== (await ownId(services))
}

/** Makes the folder this service's own, whosever it was. */
export async function takeFolderOver(services: Owner): Promise<void> {
  const folder = backupFolder(services.config)
  await writeDurably(join(folder, layout.service), [`${await ownId(services)}\n`])
}

async function findOwner({ config }: Owner): Promise<string | undefined> {
  const text = await readFile(join(backupFolder(config), layout.service), 'utf8').catch(missing)
  return text?.trim()
}

async function hasDayKeys({ config }: Owner): Promise<boolean> {
  const names = await readdir(join(backupFolder(config), layout.keysFolder)).catch(missing)
  return names !== undefined && names.length > 0
}

function missing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}

async function ownId({ database }: Owner): Promise<string> {
  return (await database.selectFrom('service').select('id').executeTakeFirstOrThrow()).id
}
