import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { Failure } from '#server/platform/failure.ts'
import { sendContent } from '#server/platform/http/replies/send-content.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDamage } from '../../transfers/content/damaged-blobs.ts'
import { beginFile } from '../../transfers/download/file-head.ts'
import { retainBlobs } from '../../transfers/download/retain-blobs.ts'
import type { RunningDownloads } from '../../transfers/download/running-downloads.ts'
import { findStillLive, type LiveLink, recordOpening } from '../../transfers/links/find-live-link.ts'
import { type Members, openMembersWith } from '../../transfers/members/open-members.ts'
import { recordContentsOpened } from '../../transfers/members/record-contents-opened.ts'
import { createZip } from '../../transfers/members/selection.ts'
import { archiveName } from '../../transfers/model/name-files.ts'
import { referenceOf } from '../../transfers/sender/visitors/visitor-reply.ts'
import { redeemArchive } from './archived-keys.ts'

/** How long a receiver may take nothing, in milliseconds. */
const stallTimeoutMs = 5 * 60_000

/**
 * Sends the uploads of a request as one ZIP that is made while it is sent: a folder for each upload. Uploads that ended or got
 * a file password since the address was issued are left out. It counts as no download, is cut as downloads are, and goes on to
 * its end when what it holds expires. HEAD sends the headers.
 * @throws Failure INVALID_TICKET, REQUEST_NOT_FOUND, and what went wrong before the head
 */
export async function sendArchive(
  services: Services,
  running: RunningDownloads,
  { id, ticket }: { readonly id: string; readonly ticket: string },
  reply: FastifyReply,
): Promise<void> {
  const keys = await redeemArchive(services, id, ticket)
  const request = await services.database
    .selectFrom('requests')
    .select(['title', 'owner_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!request) throw new Failure('REQUEST_NOT_FOUND')
  const filename = archiveName(request.title, services.clock.now(), services.config)
  const uploads: (LiveLink & { readonly members: Members })[] = []
  const watched: ReturnType<RunningDownloads['add']>[] = []
  let release: Awaited<ReturnType<typeof retainBlobs>> | undefined
  try {
    for (const { key, ...opened } of keys) {
      const live = await findUpload(services, opened, request.owner_id)
      if (live) uploads.push(await openMembersWith(services, live, Buffer.from(key, 'base64url')))
    }
    if (uploads.length === 0) throw new Failure('FILE_NOT_FOUND')
    release = await retainBlobs(services, uploads)
    const sources = uploads.map(({ transfer, members }) => ({
      transfer,
      folder: folderOf(transfer),
      entries: members.entries(0, members.total),
    }))
    const zip = await createZip(sources)
    function begin() {
      const headers = { 'content-disposition': contentDisposition(filename) }
      beginFile(reply, { length: zip.size, headers })
    }
    if (reply.request.method !== 'GET') {
      begin()
      reply.raw.end()
      return
    }
    for (const upload of uploads) {
      await recordOpening(services, upload.link.id)
      await recordContentsOpened(services, upload)
      watched.push(running.add(upload.link.id))
    }
    const { sent, error } = await sendContent(reply.raw, zip.read(), {
      length: zip.size,
      stallTimeoutMs,
      signal: AbortSignal.any(watched.map(({ signal }) => signal)),
      begin,
    })
    services.meter.downloaded(sent)
    if (error !== undefined) throw error
  } catch (error) {
    await recordDamage(services, error)
    throw error
  } finally {
    for (const { remove } of watched) remove()
    await release?.()
  }
}

/** An upload that can still be had; undefined for one that has ended, is another's by now, or is locked by a file password. */
async function findUpload(
  services: Services,
  { transferId, slotId }: { readonly transferId: string; readonly slotId: string },
  ownerId: string,
): Promise<LiveLink | undefined> {
  const link = await services.database
    .selectFrom('links')
    .innerJoin('slots', 'slots.transfer_id', 'links.transfer_id')
    .select('links.id')
    .where('links.transfer_id', '=', transferId)
    .where('links.kind', '=', 'main')
    // guard: slot that an archive was issued through -> tests/http/requests/locked-requests.test.ts "got a file password since"
    .where('slots.id', '=', slotId)
    .executeTakeFirst()
  if (!link) return undefined
  try {
    const live = await findStillLive(services, link.id)
    return live.transfer.owner_id === ownerId ? live : undefined
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/** Such as `K7Q2-9F Clara Vogt`, without what a path must not have. */
function folderOf({ id, uploader_name: name }: LiveLink['transfer']): string {
  const said = (name ?? '').replace(/[^\p{L}\p{N} .,_-]/gu, '_').replace(/[. ]+$/, '')
  return `${referenceOf(id)} ${said}`.trim()
}
