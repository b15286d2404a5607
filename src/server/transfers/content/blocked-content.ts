import { createHash } from 'node:crypto'
import { keepQuery, type Slots } from '#server/platform/database/keep-query.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/** Looks at the bytes of one file while they come. */
export type ContentCheck = {
  update(piece: Uint8Array): void
  /** All bytes have come. @throws Failure CONTENT_BLOCKED */
  end(): Promise<void>
}

const anyBlocked = keepQuery((database, _: Slots<object>) =>
  database.selectFrom('blocked_content').select('sha256').limit(1),
)
const blockedRow = keepQuery((database, { sha256 }: Slots<{ sha256: string }>) =>
  database.selectFrom('blocked_content').select('sha256').where('sha256', '=', sha256),
)

/**
 * The check of files against the block list by their SHA-256; undefined while the list is empty, since hashing costs 0.7
 * seconds of processor time a GiB.
 */
export async function findContentCheck({
  database,
  log,
}: Pick<Services, 'database' | 'log'>): Promise<((filename: string) => ContentCheck) | undefined> {
  const { rows } = await anyBlocked(database, {})
  if (rows.length === 0) return undefined
  return (filename) => {
    const hash = createHash('sha256')
    return {
      update: (piece) => void hash.update(piece),
      async end() {
        const { rows } = await blockedRow(database, { sha256: hash.digest('hex') })
        if (rows.length === 0) return
        log.warn('a file on the block list was rejected')
        throw new Failure('CONTENT_BLOCKED', { details: filename })
      },
    }
  }
}
