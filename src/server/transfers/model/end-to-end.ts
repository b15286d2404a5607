import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { TransfersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'

/** Whether a transfer was sealed by its sender, so that the server can open none of it. */
export function isEndToEnd({ encryption_method }: Pick<TransfersRow, 'encryption_method'>): boolean {
  return encryption_method === endToEndMethod
}

/** For what the server would have to read or write in the content. @throws Failure NOT_FOR_END_TO_END */
export function assertNotEndToEnd(transfer: Pick<TransfersRow, 'encryption_method'>): void {
  if (isEndToEnd(transfer)) throw new Failure('NOT_FOR_END_TO_END')
}
