import * as z from 'zod/mini'
import { Failure } from '#server/platform/failure.ts'

/** No ZIP can say an earlier time; it stands for one that a file system did not know. */
const earliest = Date.UTC(1980, 0, 1)
/** How far ahead of this server the clock of a sender may be. */
const ahead = 24 * 60 * 60_000

const sentTime = z.iso.datetime()

/**
 * When a file was modified, as its sender says: a time such as 2026-11-21T08:00:00Z, or nothing. A time that cannot be, before
 * 1980 or after tomorrow, counts as nothing.
 * @returns milliseconds since 1970
 * @throws Failure VALIDATION_ERROR for what is no time
 */
export function readModified(text: string, filename: string, now: number): number | undefined {
  if (text === '') return undefined
  const time = sentTime.safeParse(text)
  if (!time.success)
    throw new Failure('VALIDATION_ERROR', {
      message: `Invalid file. The time of ${filename} has to be one such as 2026-11-21T08:00:00Z.`,
    })
  const modified = Date.parse(time.data)
  return modified >= earliest && modified <= now + ahead ? modified : undefined
}
