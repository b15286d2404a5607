import type * as z from 'zod/mini'
import type { BlockedContent, blockListQuery, blockRequest } from '#contract/operations/cases.ts'
import { emptySha256 } from '#contract/operations/report-reasons.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Party, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

type Needs = Pick<Services, 'database' | 'clock'>
type By = { readonly by: Party; readonly network: string }

/** Whether a text is a SHA-256 in hexadecimal digits, or the beginning of one. */
export function isHash(text: string): boolean {
  return /^[0-9a-f]{1,64}$/i.test(text)
}

/** One page of the block list, what was added last first. A search finds hashes by their beginning. */
export async function listBlocked(
  { database }: Needs,
  { page, pageSize, search }: z.output<typeof blockListQuery>,
) {
  const prefix = search.toLowerCase()
  if (prefix !== '' && !isHash(prefix)) return { total: 0, page, pageSize, blocked: [] }
  const found = database
    .selectFrom('blocked_content')
    .where('sha256', '>=', prefix)
    .where('sha256', '<', `${prefix}g`)
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .leftJoin('users', 'users.id', 'blocked_content.added_by')
    .select(['sha256', 'reason', 'added_at', 'users.username'])
    .orderBy('added_at', 'desc')
    .orderBy('sha256')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const blocked: BlockedContent[] = rows.map(({ sha256, reason, added_at, username }) => ({
    sha256,
    reason,
    addedBy: username,
    addedAt: new Date(added_at).toISOString(),
  }))
  return { total, page, pageSize, blocked }
}

/**
 * Adds the hashes of lines, as sha256sum writes them, but never that of empty files: those are everywhere.
 * @returns how many are new, and how many were listed before
 * @throws Failure BAD_REQUEST naming the first line that begins with no hash; then nothing is added
 */
export async function addToBlockList(
  { database, clock }: Needs,
  { lines, reason }: z.output<typeof blockRequest>,
  { by, network }: By,
): Promise<{ added: number; known: number }> {
  const hashes = new Set(readHashes(lines).filter((hash) => hash !== emptySha256))
  if (hashes.size === 0) throw new Failure('BAD_REQUEST', { details: 'lines: no hash' })
  const now = clock.now()
  return transact(database, async (transaction) => {
    await assertAdministrator(transaction, by)
    const rows = [...hashes].map((sha256) => ({ sha256, reason, added_by: by.id, added_at: now }))
    let added = 0
    for (let from = 0; from < rows.length; from += 200) {
      const inserted = await transaction
        .insertInto('blocked_content')
        .values(rows.slice(from, from + 200))
        .onConflict((conflict) => conflict.column('sha256').doNothing())
        .returning('sha256')
        .execute()
      added += inserted.length
    }
    const details = { hashes: added, reason }
    await recordAct(transaction, { act: 'report.content-blocked', by, details, network }, now)
    return { added, known: hashes.size - added }
  })
}

function readHashes(lines: string): string[] {
  return lines.split('\n').flatMap((line, index) => {
    const text = line.trim()
    if (text === '' || text.startsWith('#')) return []
    const [, hash] = /^\\?([0-9a-f]{64})(?:\s|$)/i.exec(text) ?? []
    if (hash === undefined) throw new Failure('BAD_REQUEST', { details: `lines: line ${index + 1}` })
    return [hash.toLowerCase()]
  })
}

/** @throws Failure NOT_FOUND when it is not listed */
export async function removeFromBlockList(
  { database, clock }: Needs,
  sha256: string,
  { by, network }: By,
): Promise<void> {
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, by)
    const removed = await transaction
      .deleteFrom('blocked_content')
      .where('sha256', '=', sha256)
      .executeTakeFirst()
    if (Number(removed.numDeletedRows) === 0) throw new Failure('NOT_FOUND')
    const details = { sha256 }
    await recordAct(transaction, { act: 'report.content-unblocked', by, details, network }, clock.now())
  })
}
