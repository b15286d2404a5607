import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { assertPlain, type ReadBytes } from '../content/open-content.ts'
import { openFiles } from '../download/open-download.ts'
import { openServerKey } from '../keys/slots.ts'
import { findTransfer } from '../model/transfers-table.ts'
import { archiveSize } from '../zip/file-archive.ts'
import { type Members, openEntries } from './open-members.ts'

type OpenReported = {
  readonly filename: string
  readonly size: number
  /** Its only file, or a ZIP of all of them, which is read from its beginning to its end only. */
  readonly read: ReadBytes
  /** Its files, those of an archive of ours each; an archive that was sent as a file is that file. */
  openMembers(): Promise<Members>
}

/**
 * Opens a transfer without any of its links, for an administrator who examines it: disabled or over by the clock, as long as
 * its keys are there.
 * @throws Failure FILE_DELETED, PASSWORD_REQUIRED for one that only its senders and receivers open, FILE_DAMAGED
 */
export async function openReported(services: Services, transferId: string): Promise<OpenReported> {
  const transfer = await findTransfer(services.database, transferId)
  if (!transfer || transfer.ended_at !== null) throw new Failure('FILE_DELETED')
  const transferKey = await openServerKey(services, transfer)
  if (!transferKey) throw new Failure('PASSWORD_REQUIRED')
  const files = await services.database
    .selectFrom('files')
    .selectAll()
    .where('transfer_id', '=', transferId)
    .orderBy('position')
    .execute()
  const { read, contents } = await openFiles(services, { transfer, files }, transferKey)
  const [only] = files
  const isOne = files.length === 1 && only !== undefined
  return {
    filename: isOne ? only.filename : transfer.name,
    size: isOne ? only.size : archiveSize(files),
    read,
    openMembers: async () =>
      openEntries(services, { files, contents: contents.map(assertPlain), transferKey }, false),
  }
}
