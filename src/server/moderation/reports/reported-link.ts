import { fileId } from '#contract/transfers/files.ts'
import type { Services } from '#server/platform/services.ts'
import { isEndToEnd } from '#server/transfers/model/end-to-end.ts'

/** Target of a reported link. */
type ReportedLink = {
  readonly known: 'live' | 'gone' | 'no'
  /** Id of the transfer, or of the request; null for a link that was never one of this service. */
  readonly transferId: string | null
  /** Whether it is end-to-end encrypted. */
  readonly endToEnd: boolean
}

/** The addresses that people copy, which may have lost their host: pages of a transfer, and its file. */
const address = /(?:^|\/)(?:(?:download|manage|delete|r)\/)?([A-Za-z0-9_-]{22})(?:\/file)?\/?(?:[?#].*)?$/

/** Looks up a link. A link with a code that no longer opens anything is reported as unknown, as elsewhere. */
export async function findReportedLink(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  link: string,
): Promise<ReportedLink> {
  const unknown = { known: 'no', transferId: null, endToEnd: false } as const
  const { success, data: id } = fileId.safeParse(address.exec(link)?.[1])
  if (!success) return unknown
  const row = await database
    .selectFrom('links')
    .innerJoin('transfers', 'transfers.id', 'links.transfer_id')
    .select([
      'links.needs_code',
      'links.revoked_at',
      'links.download_limit',
      'links.downloads',
      'links.expires_at',
      'transfers.id',
      'transfers.ended_at',
      'transfers.encryption_method',
      'transfers.expires_at as transfer_expires_at',
    ])
    .where('links.id', '=', id)
    .executeTakeFirst()
  if (!row) return findReportedRequest({ database, clock }, id)
  const now = clock.now()
  const isOver = row.ended_at !== null || row.transfer_expires_at <= now
  const isDead =
    isOver ||
    row.revoked_at !== null ||
    (row.expires_at !== null && row.expires_at <= now) ||
    (row.download_limit !== null && row.downloads >= row.download_limit)
  if (row.needs_code === 1 && isDead) return unknown
  return { known: isOver ? 'gone' : 'live', transferId: row.id, endToEnd: !isOver && isEndToEnd(row) }
}

async function findReportedRequest(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  id: string,
): Promise<ReportedLink> {
  const row = await database
    .selectFrom('requests')
    .select(['until', 'closed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return { known: 'no', transferId: null, endToEnd: false }
  const isOpen = row.closed_at === null && row.until > clock.now()
  return { known: isOpen ? 'live' : 'gone', transferId: id, endToEnd: false }
}
