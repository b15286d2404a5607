import { setTimeout as pause } from 'node:timers/promises'
import { maskAddress } from '#server/identity/addresses/mask-address.ts'
import { compileQuery, type Placeholders } from '#server/platform/database/compile-query.ts'
import type { Database, FilesRow, LinksRow, TransfersRow } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { findArrival, problemOfArrival } from '../model/arrivals/find-arrival.ts'
import { archiveSize } from '../zip/file-archive.ts'

/** The file that a download sends. */
type DownloadedFile = Pick<FilesRow, 'id' | 'filename' | 'mime_type' | 'size' | 'scan'>

/** A link that opens something now, and what it opens. */
export type LiveLink = {
  readonly link: LinksRow
  readonly transfer: TransfersRow
  /** In order; at least one. */
  readonly files: readonly FilesRow[]
  /** The file that a download sends: the only one, or the ZIP of all. */
  readonly file: DownloadedFile
  /** The username of the sender; null without an account. */
  readonly sender: string | null
}

/**
 * Whether a caller may look behind a link that needs a code. It is not asked about others.
 * @param isLive whether the link opens something now
 */
export type Admit = (link: LinksRow, isLive: boolean) => boolean | Promise<boolean>

/**
 * Finds a link and what it opens, by the clock and not by whether a sweep has passed. A link that needs a code reveals nothing
 * to a caller who is not admitted: it answers CODE_REQUIRED while it is live, TRANSFER_DISABLED while its transfer is disabled,
 * and then like one that never was, in the same time.
 * @throws Failure FILE_NOT_FOUND, FILE_ARRIVING, UPLOAD_ENDED, FILE_EXPIRED, FILE_DELETED, TRANSFER_DISABLED, LINK_REVOKED, LINK_USED_UP, CODE_REQUIRED, and
 *   what `admit` throws
 */
export async function findLiveLink(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  linkId: string,
  admit: Admit = () => false,
): Promise<LiveLink> {
  const began = performance.now()
  const found = await findLink(database, linkId)
  const problem = found && problemOf(found, clock.now())
  // guard: code before info -> tests/http/links/link-codes.test.ts "masked address"
  if (found?.link.needs_code === 1 && !(await admit(found.link, !problem))) {
    if (!problem) throw new Failure('CODE_REQUIRED', { sentTo: maskAddress(found.link.recipient ?? '') })
    if (problem.code === 'TRANSFER_DISABLED' && !problemOfLink(found.link)) throw problem
    // guard: links with a code that are over -> tests/http/links/link-codes.test.ts "never was"
    //   return refuseAsUnknown(began) becomes throw problem
    return refuseAsUnknown(began)
  }
  if (!found) {
    const arrival = await findArrival({ database, clock }, linkId)
    // guard: nothing of an upload under way -> tests/http/downloads/arrivals.test.ts "nothing is served before"
    if (arrival) throw problemOfArrival(arrival)
    return refuseAsUnknown(began)
  }
  if (problem) throw problem
  const { link, transfer, files, file, sender } = found
  return { link, transfer, files, file, sender }
}

/** The same for callers who were admitted a moment ago. @throws Failure that says why a link no longer opens anything */
export function findStillLive(
  services: Pick<Services, 'database' | 'clock'>,
  linkId: string,
): Promise<LiveLink> {
  return findLiveLink(services, linkId, () => true)
}

/**
 * Does work on what a link opens, for a caller who was admitted. If the work fails and the transfer has ended meanwhile, or the
 * link was revoked, reports that instead of the key, slot or blob that was found missing.
 * @throws Failure as findStillLive does, and what `work` throws
 */
export async function explainEnded<Result>(
  services: Pick<Services, 'database' | 'clock'>,
  linkId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await findStillLive(services, linkId)
    throw error
  }
}

/**
 * Milliseconds from the question to the answer that there is nothing: longer than looking takes, so that the time does not
 * show whether there was something once.
 */
const unknownAfter = 20

async function refuseAsUnknown(began: number): Promise<never> {
  await pause(Math.max(0, unknownAfter - (performance.now() - began)))
  throw new Failure('FILE_NOT_FOUND')
}

/** Why a link opens nothing; undefined while it does. */
function problemOf({ link, transfer, isOwnerActive }: FoundLink, now: number): Failure | undefined {
  if (transfer.ended_as === 'deleted') return new Failure('FILE_DELETED')
  if (transfer.ended_as === 'downloaded') {
    return new Failure('FILE_DELETED', {
      message: 'This file was deleted after its download, as its sender wished.',
    })
  }
  const expiresAt = Math.min(transfer.expires_at, link.expires_at ?? transfer.expires_at)
  // guard: end by the clock -> tests/http/downloads/transfer.test.ts "very millisecond"
  //   drops || expiresAt <= now
  if (transfer.ended_as === 'expired' || expiresAt <= now) return new Failure('FILE_EXPIRED')
  // guard: disabled transfer -> tests/http/downloads/links.test.ts "disabled transfer"
  //   drops transfer.state === 'disabled' ||
  // guard: owner is active -> tests/http/operations/admin.test.ts "delete the transfer of a disabled account"
  //   drops || !isOwnerActive
  if (transfer.state === 'disabled' || !isOwnerActive) return new Failure('TRANSFER_DISABLED')
  return problemOfLink(link)
}

function problemOfLink(link: LinksRow): Failure | undefined {
  // guard: revoked link -> tests/http/downloads/links.test.ts "revoked link"
  if (link.revoked_at !== null) return new Failure('LINK_REVOKED')
  if (link.download_limit !== null && link.downloads >= link.download_limit)
    return new Failure('LINK_USED_UP')
  return undefined
}

/** Records when a link was looked at first. Never fails: a page is shown also while nothing can be written. */
export async function recordOpening(
  { database, clock, log }: Pick<Services, 'database' | 'clock' | 'log'>,
  linkId: string,
): Promise<void> {
  try {
    await database
      .updateTable('links')
      .set({ opened_at: clock.now() })
      .where('id', '=', linkId)
      .where('opened_at', 'is', null)
      .execute()
  } catch (error) {
    log.warn({ err: error }, 'the first look at a link was not recorded')
  }
}

type FoundLink = LiveLink & { readonly isOwnerActive: boolean }

/** Every page view and every download asks it: a row for each file of the transfer, of which most have one. */
const linkRow = compileQuery((database, { linkId }: Placeholders<{ linkId: string }>) =>
  database
    .selectFrom('links')
    .innerJoin('transfers', 'transfers.id', 'links.transfer_id')
    .innerJoin('files', 'files.transfer_id', 'transfers.id')
    .leftJoin('users', 'users.id', 'transfers.owner_id')
    .selectAll('transfers')
    .select([
      'links.id as link_id',
      'links.kind',
      'links.label',
      'links.recipient',
      'links.language',
      'links.needs_code',
      'links.mailed',
      'links.download_limit',
      'links.downloads as link_downloads',
      'links.created_at as link_created_at',
      'links.expires_at as link_expires_at',
      'links.revoked_at',
      'links.opened_at',
      'links.first_download_at',
      'links.last_download_at',
      'files.id as file_id',
      'files.position',
      'files.filename',
      'files.mime_type',
      'files.size as file_size',
      'files.original_size',
      'files.packed',
      'files.file_count as files_in_file',
      'files.scan',
      'files.modified_at',
      'users.username',
      'users.is_active',
    ])
    .where('links.id', '=', linkId)
    .orderBy('files.position'),
)

async function findLink(database: Database, linkId: string): Promise<FoundLink | undefined> {
  const { rows } = await linkRow(database, { linkId })
  const files = rows.map(fileOf)
  const [row] = rows
  const [first] = files
  if (!row || !first) return undefined
  return {
    transfer: row,
    link: {
      id: row.link_id,
      transfer_id: row.id,
      kind: row.kind,
      label: row.label,
      recipient: row.recipient,
      language: row.language,
      needs_code: row.needs_code,
      mailed: row.mailed,
      download_limit: row.download_limit,
      downloads: row.link_downloads,
      created_at: row.link_created_at,
      expires_at: row.link_expires_at,
      revoked_at: row.revoked_at,
      opened_at: row.opened_at,
      first_download_at: row.first_download_at,
      last_download_at: row.last_download_at,
    },
    files,
    file: files.length === 1 ? first : archiveFile(row.name, files),
    sender: row.username,
    isOwnerActive: row.owner_id === null || row.is_active !== 0,
  }
}

type FoundRow = Awaited<ReturnType<typeof linkRow>>['rows'][number]

function fileOf(row: FoundRow): FilesRow {
  return {
    id: row.file_id,
    transfer_id: row.id,
    position: row.position,
    filename: row.filename,
    mime_type: row.mime_type,
    size: row.file_size,
    original_size: row.original_size,
    packed: row.packed,
    file_count: row.files_in_file,
    scan: row.scan,
    modified_at: row.modified_at,
  }
}

const verdicts = ['clean', 'checked', 'unscanned'] as const

/** Several files as the ZIP that a download makes of them; the weakest verdict counts for all. */
function archiveFile(filename: string, files: readonly FilesRow[]): DownloadedFile {
  return {
    id: files.map(({ id }) => id).join(),
    filename,
    mime_type: 'application/zip',
    size: archiveSize(files),
    scan: verdicts.findLast((verdict) => files.some(({ scan }) => scan === verdict)) ?? 'unscanned',
  }
}
