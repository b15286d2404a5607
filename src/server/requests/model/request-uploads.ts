import * as z from 'zod/mini'
import { mlKemOf } from '#contract/accounts/key-algorithms.ts'
import type { RequestUpload, VisitorUploadReply } from '#contract/requests/requests.ts'
import { sha256 } from '#crypto/random-id.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { findRequest } from '../../transfers/sender/visitors/find-request.ts'
import { readNames } from '../../transfers/sender/visitors/request-fields.ts'
import { maxNamedFiles, referenceOf } from '../../transfers/sender/visitors/visitor-reply.ts'

type Needs = Pick<Services, 'database' | 'clock'>

const listing = z.array(z.object({ filename: z.string(), size: z.int() }))

/** The uploads of a request that are still there, with what their visitors said. */
function liveUploads(database: Database, requestId: string, now: number) {
  return database
    .selectFrom('transfers')
    .innerJoin('request_uploads', 'request_uploads.transfer_id', 'transfers.id')
    .where('transfers.request_id', '=', requestId)
    .where('transfers.ended_as', 'is', null)
    .where('transfers.expires_at', '>', now)
}

const columns = [
  'transfers.id',
  'transfers.created_at',
  'transfers.file_count',
  'transfers.size',
  'request_uploads.files',
] as const

/** One page of what has arrived for a request, the latest first. */
export async function listRequestUploads(
  { database, clock }: Needs,
  requestId: string,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ uploads: RequestUpload[]; total: number; page: number; pageSize: number }> {
  const live = liveUploads(database, requestId, clock.now())
  const { total } = await live.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await live
    .innerJoin('links', (join) =>
      join.onRef('links.transfer_id', '=', 'transfers.id').on('links.kind', '=', 'main'),
    )
    .innerJoin('files', (join) => join.onRef('files.transfer_id', '=', 'transfers.id'))
    .select([
      ...columns,
      'transfers.title',
      'transfers.message',
      'transfers.expires_at',
      'transfers.encryption_method',
      'transfers.uploader_name',
      'transfers.uploader_email',
      'request_uploads.checked',
      'request_uploads.email_confirmed',
      'links.id as link_id',
      'links.opened_at',
      'files.scan',
      'files.original_size',
    ])
    // The owner may have added others, or removed the first.
    .where(({ eb, selectFrom }) =>
      eb(
        'files.position',
        '=',
        selectFrom('files as first')
          .select(({ fn }) => fn.min('first.position').as('position'))
          .whereRef('first.transfer_id', '=', 'transfers.id'),
      ),
    )
    .orderBy('transfers.created_at', 'desc')
    .orderBy('transfers.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const uploads = rows.map((row) => ({
    ...sentOf(row, row.original_size),
    ref: row.id,
    linkId: row.link_id,
    expiresAt: new Date(row.expires_at).toISOString(),
    name: row.uploader_name,
    email: row.uploader_email,
    emailConfirmed: row.email_confirmed === 1,
    title: row.title,
    description: row.message,
    checked: readNames(row.checked),
    scan: row.scan,
    locked: mlKemOf(row.encryption_method) !== undefined,
    opened: row.opened_at !== null,
  }))
  return { uploads, total, page, pageSize }
}

/**
 * Lists a visitor's uploads to a request that still exist, the latest first.
 * @param token of the browser; undefined if it has none and so has sent nothing
 * @throws Failure REQUEST_NOT_FOUND
 */
export async function listVisitorUploads(
  { database, clock }: Needs,
  requestId: string,
  token: string | undefined,
): Promise<Omit<VisitorUploadReply, 'success' | 'message'>[]> {
  await findRequest(database, requestId)
  if (token === undefined) return []
  const rows = await liveUploads(database, requestId, clock.now())
    .select(columns)
    .where('transfers.visitor_hash', '=', sha256(token))
    .orderBy('transfers.created_at', 'desc')
    .orderBy('transfers.id')
    .limit(maxNamedFiles)
    .execute()
  return rows.map((row) => sentOf(row, row.size))
}

type SentRow = {
  readonly id: string
  readonly created_at: number
  readonly file_count: number
  readonly files: string
}

function sentOf({ id, created_at, file_count, files }: SentRow, size: number) {
  const named = z.parse(listing, JSON.parse(files))
  return {
    reference: referenceOf(id),
    files: named,
    fileCount: file_count,
    // Packing changes it, and the visitor was told what they have sent.
    size: named.length === file_count ? named.reduce((sum, file) => sum + file.size, 0) : size,
    receivedAt: new Date(created_at).toISOString(),
  }
}
