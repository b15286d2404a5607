import { realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Act } from '#server/platform/events/record-act.ts'
import { recordAct } from '#server/platform/events/record-act.ts'
import type { Dispatcher, Services } from '#server/platform/services.ts'
import { endTransfer } from '#server/transfers/model/transfers-table.ts'
import { createSweep } from '#server/transfers/sweep/sweep-transfers.ts'
import { BackupUnusable, backupFolder, type Manifest } from '../backup-layout.ts'
import { isFolderTaken, takeFolderOver } from '../own-folder.ts'
import { proveTransferOpens } from './prove-transfer-opens.ts'
import { type FoundTransfers, restoreBlobs } from './restore-blobs.ts'
import { clearUnfinished } from './unfinished-restore.ts'

export type Restored = FoundTransfers & {
  readonly name: string
  /** The reference of the transfer that was opened and read for a proof; see proveTransferOpens. */
  readonly proved: string | undefined
  /** The folder that is configured for backups, if those in it are another service's: none can be made there. */
  readonly takenFolder: string | undefined
}

/** Announces nothing during a restore, which may be for practice: events wait for the server that is started on it. */
const silent: Dispatcher = { wake() {}, async run() {} }

/**
 * Continues after restoreTables, in a service that is not in use meanwhile: sweeps transfers that have expired since, then
 * compares the blobs. No mail is sent. Transfers that are not whole are ended, so that no page promises what is not there; at
 * last one is opened. A folder of backups that is configured as the service's own goes over to it. It can be repeated after an
 * interruption.
 * @param path the folder of one backup, beside which perhaps lie the blobs
 * @throws BackupUnusable
 */
export async function restoreTransfers(
  services: Services,
  path: string,
  manifest: Manifest,
  actor: Pick<Act, 'by'>,
): Promise<Restored> {
  const { database, clock } = services
  if (!(await services.engine.isIntact()))
    throw new BackupUnusable('The restored database failed its integrity check.')
  await createSweep({ ...services, dispatcher: silent })()
  const found = await restoreBlobs(services, path, manifest)
  for (const id of [...found.ended, ...found.missing, ...found.damaged])
    await endTransfer(services, database, id, clock.now())
  const proof = await proveTransferOpens(services)
  const folder = backupFolder(services.config)
  if (await isSameFolder(join(path, '..'), folder)) await takeFolderOver(services)
  const name = basename(path)
  await recordAct(
    database,
    { act: 'service.backup-restored', to: { id: null, username: name }, ...actor },
    clock.now(),
  )
  await clearUnfinished(database)
  return {
    ...found,
    whole: found.whole.filter((id) => !proof.damaged.includes(id)),
    damaged: [...found.damaged, ...proof.damaged],
    name,
    proved: proof.proved,
    // A folder that cannot be read says so at the first backup.
    takenFolder: (await isFolderTaken(services).catch(() => false)) ? folder : undefined,
  }
}

/** Whether both paths lead to one folder, also through links. */
async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => realpath(path).catch(() => undefined)))
  return first !== undefined && first === second
}
