import type { CasesRow, Database, ReportsRow } from '#server/platform/database/database.ts'

const DAY = 24 * 60 * 60_000
/** How long a decision counts against an uploader or a reporter. */
export const standingTime = 365 * DAY
/** Decisions against an uploader after which a suspension is proposed, and how long it lasts. */
export const upheldForSuspension = 3
export const suspensionTime = 30 * DAY
/** Unfounded reports after which a reporter's reports are sorted last. */
const unfoundedForLast = 5

/** Decisions against an uploader that count now, and until when their uploads are suspended. */
export async function standingOf(
  database: Database,
  { uploader_id, uploader_network }: Pick<CasesRow, 'uploader_id' | 'uploader_network'>,
  now: number,
): Promise<{ readonly upheld: number; readonly suspendedUntil: number | null }> {
  if (uploader_id === null && uploader_network === null) return { upheld: 0, suspendedUntil: null }
  const strikes = await database
    .selectFrom('strikes')
    .select(['kind', 'until'])
    .where(({ eb }) =>
      uploader_id === null ? eb('network_hash', '=', uploader_network) : eb('user_id', '=', uploader_id),
    )
    .where('until', '>', now)
    .execute()
  const suspensions = strikes.filter(({ kind }) => kind === 'suspension').map(({ until }) => until)
  return {
    upheld: strikes.filter(({ kind }) => kind === 'upheld').length,
    suspendedUntil: suspensions.length === 0 ? null : Math.max(...suspensions),
  }
}

type Reporter = Pick<ReportsRow, 'network_hash' | 'email_hash' | 'confirmed'>

/**
 * Which reports of some cases are of reporters whose reports were unfounded five times in a year: from their network, or with their
 * address where it is confirmed, for anyone can type another's.
 */
export async function findOftenUnfounded(
  database: Database,
  caseIds: readonly string[],
  now: number,
): Promise<(report: Reporter) => boolean> {
  const since = now - standingTime
  // There may be more reports than a statement takes values.
  const often = (hash: 'network_hash' | 'email_hash') =>
    database
      .selectFrom('reports')
      .select(hash)
      .where(hash, 'in', database.selectFrom('reports').select(hash).where('case_id', 'in', caseIds))
      .where('unfounded', '=', 1)
      .where('received_at', '>', since)
      .groupBy(hash)
      .having(({ fn }) => fn.countAll(), '>=', unfoundedForLast)
  const byNetwork = await often('network_hash').execute()
  const byAddress = await often('email_hash').where('confirmed', '=', 1).execute()
  const networks = new Set(byNetwork.map(({ network_hash }) => hexOf(network_hash)))
  const known = new Set(byAddress.map(({ email_hash }) => hexOf(email_hash)))
  return ({ network_hash, email_hash, confirmed }) =>
    networks.has(hexOf(network_hash)) || (confirmed === 1 && known.has(hexOf(email_hash)))
}

/** Bytes as text that compares. */
export function hexOf(bytes: Uint8Array | null): string {
  return bytes === null ? '' : Buffer.from(bytes).toString('hex')
}
