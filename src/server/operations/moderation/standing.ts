import type { CasesRow, Database, ReportsRow } from '#server/platform/database/database.ts'

const DAY = 24 * 60 * 60_000
/** How long a decision counts against an uploader or a reporter. */
export const standingTime = 365 * DAY
/** So many decisions against an uploader are a reason to suspend their uploads, for so long. */
export const upheldForSuspension = 3
export const suspensionTime = 30 * DAY
/** After so many unfounded reports those of a reporter are sorted last. */
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

type Reporter = Pick<ReportsRow, 'id' | 'network_hash' | 'email_hash' | 'confirmed'>

/**
 * Of reports, those of reporters whose reports were unfounded five times in a year: from their network, or with their address
 * where it is confirmed, for anyone can type another's.
 */
export async function findOftenUnfounded(
  database: Database,
  reports: readonly Reporter[],
  now: number,
): Promise<ReadonlySet<string>> {
  if (reports.length === 0) return new Set()
  const since = now - standingTime
  const byNetwork = await database
    .selectFrom('reports')
    .select(({ fn }) => ['network_hash', fn.countAll<number>().as('count')])
    .where(
      'network_hash',
      'in',
      reports.map(({ network_hash }) => network_hash),
    )
    .where('unfounded', '=', 1)
    .where('received_at', '>', since)
    .groupBy('network_hash')
    .execute()
  const addresses = reports.flatMap(({ email_hash, confirmed }) =>
    email_hash !== null && confirmed === 1 ? [email_hash] : [],
  )
  const byAddress =
    addresses.length === 0
      ? []
      : await database
          .selectFrom('reports')
          .select(({ fn }) => ['email_hash', fn.countAll<number>().as('count')])
          .where('email_hash', 'in', addresses)
          .where('unfounded', '=', 1)
          .where('confirmed', '=', 1)
          .where('received_at', '>', since)
          .groupBy('email_hash')
          .execute()
  const networks = new Set(
    byNetwork.filter(({ count }) => count >= unfoundedForLast).map(({ network_hash }) => hexOf(network_hash)),
  )
  const known = new Set(
    byAddress.filter(({ count }) => count >= unfoundedForLast).map(({ email_hash }) => hexOf(email_hash)),
  )
  const found = reports.filter(
    ({ network_hash, email_hash, confirmed }) =>
      networks.has(hexOf(network_hash)) || (confirmed === 1 && known.has(hexOf(email_hash))),
  )
  return new Set(found.map(({ id }) => id))
}

/** Bytes as text that compares. */
export function hexOf(bytes: Uint8Array | null): string {
  return bytes === null ? '' : Buffer.from(bytes).toString('hex')
}
