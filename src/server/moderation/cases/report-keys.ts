import { timingSafeEqual } from 'node:crypto'
import { sha256 } from '#crypto/random-id.ts'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { LinkKeyDamaged, readLinkKey, writeLinkKey } from '#end-to-end/format/link-key.ts'
import { headOfSlot, proofOf } from '#end-to-end/format/slot.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findEndToEndSlot } from '#server/transfers/keys/end-to-end-slots.ts'

/** Keys of a case that are shown: reports beyond them bring no other one, or wrong ones. */
const maxKeys = 5

/**
 * Reads the key that came with a report: that of this transfer, as far as that can be known: not where a password goes with it.
 * @throws Failure BAD_REQUEST for a mistyped key, or one of what is not end-to-end encrypted; INVALID_FILE_PASSWORD
 */
export async function readReportKey(database: Database, transferId: string, written: string): Promise<Bytes> {
  const key = await readLinkKey(nodePrimitives, written).catch((error: unknown) => {
    if (!(error instanceof LinkKeyDamaged)) throw error
    throw new Failure('BAD_REQUEST', { details: `key: ${error.message}` })
  })
  const slot = await findEndToEndSlot(database, transferId)
  if (!slot) throw new Failure('BAD_REQUEST', { details: 'key: the link needs none' })
  const head = headOfSlot(slot.sealed)
  if (head.recipient) throw new Failure('BAD_REQUEST', { details: 'key: no link opens this' })
  if (head.password) return key
  const proof = await proofOf(nodePrimitives, key, head)
  // guard: key of another link -> tests/http/moderation/sealed-evidence.test.ts "a key of another link"
  if (!timingSafeEqual(sha256(proof), slot.proof_hash))
    throw new Failure('INVALID_FILE_PASSWORD', { message: 'This key belongs to another link.' })
  return key
}

/** Keeps the key of a report, sealed, in the transaction that makes the report. */
export async function keepReportKey(
  { keyRing }: Pick<Services, 'keyRing'>,
  transaction: Database,
  reportId: string,
  key: Bytes,
): Promise<void> {
  const { kid, sealed } = keyRing.sealReportKey(reportId, key)
  await transaction.insertInto('report_keys').values({ report_id: reportId, kid, sealed }).execute()
}

/** The keys that the reports of a case brought, as links have them, the latest first. */
export async function findReportKeys(
  { database, keyRing }: Pick<Services, 'database' | 'keyRing'>,
  caseId: string,
): Promise<string[]> {
  const rows = await database
    .selectFrom('report_keys')
    .innerJoin('reports', 'reports.id', 'report_keys.report_id')
    .selectAll('report_keys')
    .where('reports.case_id', '=', caseId)
    .orderBy('reports.received_at', 'desc')
    .orderBy('reports.id')
    .limit(maxKeys)
    .execute()
  const keys = rows.map(({ report_id, kid, sealed }) =>
    Uint8Array.from(keyRing.openReportKey(report_id, kid, sealed)),
  )
  const written = await Promise.all(keys.map((key) => writeLinkKey(nodePrimitives, key)))
  return [...new Set(written)]
}

/** Whether a report of a case that is not decided has brought a key. */
export async function hasReportKey(database: Database, caseId: string): Promise<boolean> {
  const row = await database
    .selectFrom('report_keys')
    .innerJoin('reports', 'reports.id', 'report_keys.report_id')
    .select('reports.id')
    .where('reports.case_id', '=', caseId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the keys of a case, in the transaction that decides it. */
export async function forgetReportKeys(transaction: Database, caseId: string): Promise<void> {
  await transaction
    .deleteFrom('report_keys')
    .where('report_id', 'in', transaction.selectFrom('reports').select('id').where('case_id', '=', caseId))
    .execute()
}

/**
 * Seals every key of a report that another master key holds under the active one. It may be stopped and repeated.
 * @returns how many were sealed anew
 * @throws MasterKeysInvalid when a master key is not configured
 */
export async function resealReportKeys({
  database,
  keyRing,
}: Pick<Services, 'database' | 'keyRing'>): Promise<number> {
  const old = await database
    .selectFrom('report_keys')
    .selectAll()
    .where('kid', '!=', keyRing.activeKid)
    .execute()
  for (const row of old) {
    const { kid, sealed } = keyRing.resealReportKey(row.report_id, row.kid, row.sealed)
    await database
      .updateTable('report_keys')
      .set({ kid, sealed })
      .where('report_id', '=', row.report_id)
      .where('sealed', '=', row.sealed)
      .execute()
  }
  return old.length
}
