import { safeFileName } from '#contract/transfers/file-name.ts'
import type { Database } from '#server/platform/database/database.ts'
import { foldForSearch } from '#server/platform/database/fold-for-search.ts'
import type { Services } from '#server/platform/services.ts'

type Named = Pick<Services['config'], 'identity'>

/** Characters of a folded name that are kept: folding can make one character eighteen, and an index takes only so much. */
const searchedLength = 400

/** The name of a transfer in the form that lists search and sort. */
export function foldTransferName(name: string): string {
  return foldForSearch(name).slice(0, searchedLength).toWellFormed()
}

/**
 * Name of the ZIP of several files: the title that the sender gave them, or the service and the day.
 * @param at milliseconds since 1970
 */
export function archiveName(title: string | undefined, at: number, { identity }: Named): string {
  const called = title?.replace(/\.zip$/i, '')
  return safeFileName(`${called || `${identity.name} ${new Date(at).toISOString().slice(0, 10)}`}.zip`)
}

/**
 * Brings a transfer's name, size and number of files up to date with the rows of its files, within the transaction that has
 * changed them or the title. One file gives its name; several are downloaded as a ZIP that is named by the title.
 */
export async function nameFiles(transaction: Database, transferId: string, config: Named): Promise<void> {
  const files = await transaction
    .selectFrom('files')
    .select(['filename', 'size', 'file_count'])
    .where('transfer_id', '=', transferId)
    .orderBy('position')
    .execute()
  const { title, created_at } = await transaction
    .selectFrom('transfers')
    .select(['title', 'created_at'])
    .where('id', '=', transferId)
    .executeTakeFirstOrThrow()
  const [first] = files
  const name =
    first && files.length === 1 ? first.filename : archiveName(title ?? undefined, created_at, config)
  await transaction
    .updateTable('transfers')
    .set({
      name,
      name_folded: foldTransferName(name),
      size: files.reduce((sum, { size }) => sum + size, 0),
      file_count: files.reduce((sum, { file_count }) => sum + file_count, 0),
    })
    .where('id', '=', transferId)
    .execute()
}
