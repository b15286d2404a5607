import { join } from 'node:path'
import * as z from 'zod'
import { keptUntil } from '#server/transfers/model/kept-transfers.ts'
import { readLines } from '../backup-files.ts'
import { layout } from '../backup-layout.ts'
import { isLineOf, readLine } from '../table-rows.ts'

const time = z.int()
/** Columns that are read of a row of transfers, which every version has had. */
const keptRow = z.object({
  key_day: z.string(),
  expires_at: time,
  held_until: time.nullable(),
  ended_at: time.nullable(),
})

/**
 * The days whose keys open what a backup holds and has to open still: days that are over, too, where a transfer of them is held
 * as evidence. It is found in the backup and not in the restored tables, so that a key that does not open refuses the restore
 * before anything is written.
 * @param path the folder of the backup, which was verified
 */
export async function findKeptDays(path: string, now: number): Promise<Set<string>> {
  const days = new Set<string>()
  // Reads to the end: leaving a stream that is still unpacked makes Node throw an uncaught error, once in a few hundred times.
  for await (const text of readLines(join(path, layout.tables))) {
    if (!isLineOf('transfers', text)) continue
    const transfer = keptRow.parse(readLine(text).row)
    if (transfer.ended_at === null && keptUntil(transfer) > now) days.add(transfer.key_day)
  }
  return days
}
