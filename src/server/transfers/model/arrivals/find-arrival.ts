import type { FileInfo } from '#contract/transfers/files.ts'
import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import type { ArrivalsRow } from '#server/schema/tables/arrival-tables.ts'

/** An upload under way, as its link shows it. */
type Arrival = ArrivalsRow & {
  /** The username of the sender; null without an account. */
  readonly username: string | null
}

/** Seconds after which a program may ask again. */
const askAgain = 5

const arrivalRow = compileQuery((database, { linkId, now }: Placeholders<{ linkId: string; now: number }>) =>
  database
    .selectFrom('arrivals')
    .leftJoin('users', 'users.id', 'arrivals.owner_id')
    .selectAll('arrivals')
    .select(['users.username', 'users.is_active'])
    .where('link_id', '=', linkId)
    .where('arrivals.expires_at', '>', now),
)

/** Finds what arrives behind a link, or why it has ended. Uploads of a disabled account are not found. */
export async function findArrival(
  { database, clock }: { readonly database: Database; readonly clock: Services['clock'] },
  linkId: string,
): Promise<Arrival | undefined> {
  const {
    rows: [row],
  } = await arrivalRow(database, { linkId, now: clock.now() })
  return row && row.is_active !== 0 ? row : undefined
}

/** Why a link that arrives, or has ended before it was a transfer, opens nothing. */
export function problemOfArrival({ ended_as }: Pick<Arrival, 'ended_as'>): Failure {
  return ended_as === null
    ? new Failure('FILE_ARRIVING', { retryAfter: askAgain })
    : new Failure('UPLOAD_ENDED', { details: ended_as })
}

/** An upload under way in the words of a file: its name, type and verdict are not known yet. */
export function infoOfArrival(arrival: Arrival, callerId: string | undefined): FileInfo {
  return {
    id: arrival.link_id,
    filename: '',
    size: arrival.total,
    downloadCount: 0,
    isEncrypted: true,
    encryptionMethod: arrival.method ?? 'aes-256-gcm',
    uploadDate: new Date(arrival.created_at).toISOString(),
    expiresAt: new Date(arrival.expires_at).toISOString(),
    uploadedBy: arrival.username,
    isOwner: callerId !== undefined && callerId === arrival.owner_id,
    mimeType: 'application/octet-stream',
    title: arrival.title,
    senderName: arrival.sender_name,
    description: null,
    passwordProtected: false,
    deleteAfterDownload: false,
    files: 1,
    scan: 'unscanned',
    packed: false,
    contents: 'limited',
    state: 'arriving',
    received: arrival.received,
  }
}
