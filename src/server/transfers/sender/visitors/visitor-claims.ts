import { KIB } from '#contract/transfers/limits.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Failure } from '#server/platform/failure.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import type { Visitor } from '../sender.ts'
import { lockRequest, stateOf } from './find-request.ts'

/** Uploads to requests from one network. */
const uploadsOfNetwork = { burst: 30, interval: 2 * 60_000 }
/** Max bytes of a form beside its files; the rest counts as files. */
const formSlack = 64 * KIB

/** Counts an upload of a visitor that begins. @throws Failure RATE_LIMITED */
export async function consumeVisitorLimit(services: Services, address: string): Promise<void> {
  await consumeRateLimit(services, `request-upload:${networkOf(address)}`, uploadsOfNetwork)
}

/**
 * Takes one of the uploads of a request, and bytes of it, for an upload that begins: what others have claimed counts as if it
 * had arrived. To be called in the transaction that enters the claim.
 * @param wanted with `orLess` the upload has not said how many bytes it has, and gets what is left
 * @returns the bytes that the upload may have
 * @throws Failure REQUEST_FULL, REQUEST_NOT_FOUND, REQUEST_CLOSED
 */
export async function claimFromRequest(
  transaction: Database,
  { ticket: { requestId } }: Visitor,
  { bytes, orLess }: { readonly bytes: number; readonly orLess: boolean },
  now: number,
): Promise<number> {
  // Locks the request, so that the second of two uploads counts the first.
  const request = await lockRequest(transaction, requestId)
  if (!request) throw new Failure('REQUEST_NOT_FOUND')
  if (request.disabled_at !== null) throw new Failure('REQUEST_CLOSED')
  const claimed = await transaction
    .selectFrom('upload_claims')
    .select(({ fn }) => [fn.countAll<number>().as('uploads'), fn.sum<number | null>('bytes').as('bytes')])
    .where('request_id', '=', requestId)
    .where('until', '>', now)
    .executeTakeFirstOrThrow()
  const { uploads, uploads_limit, bytes_limit } = request
  if (uploads_limit !== null && uploads + claimed.uploads >= uploads_limit) throw new Failure('REQUEST_FULL')
  if (bytes_limit === null) return bytes
  const left = bytes_limit - request.bytes - (claimed.bytes ?? 0)
  if (left <= 0 || (!orLess && bytes > left + formSlack)) throw new Failure('REQUEST_FULL')
  return Math.min(bytes, left)
}

/**
 * Enters an upload that has arrived, in the transaction that commits it and has released its claim.
 * @throws Failure REQUEST_FULL, REQUEST_CLOSED where its ticket has run out as well or a report has closed it, REQUEST_NOT_FOUND
 */
export async function enterIntoRequest(
  transaction: Database,
  { ticket }: Visitor,
  arrived: { readonly files: number; readonly bytes: number },
  now: number,
): Promise<{ title: string }> {
  const request = await transaction
    .updateTable('requests')
    .set(({ eb }) => ({
      uploads: eb('uploads', '+', 1),
      files: eb('files', '+', arrived.files),
      bytes: eb('bytes', '+', arrived.bytes),
    }))
    .where('id', '=', ticket.requestId)
    .returningAll()
    .executeTakeFirst()
  if (!request) throw new Failure('REQUEST_NOT_FOUND')
  if (request.disabled_at !== null || (ticket.until <= now && stateOf(request, now) === 'ended'))
    throw new Failure('REQUEST_CLOSED')
  const { uploads, uploads_limit, bytes, bytes_limit, title } = request
  if (uploads_limit !== null && uploads > uploads_limit) throw new Failure('REQUEST_FULL')
  if (bytes_limit !== null && bytes > bytes_limit) throw new Failure('REQUEST_FULL')
  return { title }
}
