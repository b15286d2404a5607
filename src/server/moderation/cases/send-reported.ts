import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Party, recordAct } from '#server/platform/events/record-act.ts'
import { sendContent } from '#server/platform/http/replies/send-content.ts'
import type { Services } from '#server/platform/services.ts'
import { recordDamage } from '#server/transfers/content/damaged-blobs.ts'
import { beginFile } from '#server/transfers/download/file-head.ts'
import { findEndToEndSlot } from '#server/transfers/keys/end-to-end-slots.ts'
import { openReported } from '#server/transfers/members/open-reported.ts'
import { assertMayOpen, auditedCase, findCase, recordCaseEntry } from './case-rows.ts'

const stallTimeoutMs = 60_000

/**
 * Sends the reported transfer to an administrator: its only file, or a ZIP. It counts as no download and consumes no link. The
 * case and the audit log record who opened it, and why, before the first byte; the audit log alone for an end-to-end encrypted one,
 * which leaves as its sender sealed it. HEAD sends the headers.
 * @throws Failure REPORT_NOT_FOUND, CONTENT_NOT_ALLOWED, FILE_DELETED, PASSWORD_REQUIRED, FILE_DAMAGED
 */
export async function sendReported(
  services: Services,
  number: string,
  {
    by,
    network,
    reason,
  }: { readonly by: Party; readonly network: string; readonly reason: string | undefined },
  reply: FastifyReply,
): Promise<void> {
  const { database, clock, meter } = services
  const found = await findCase(database, number)
  await assertMayOpen(services, found)
  const sealed = (await findEndToEndSlot(database, found.transfer_id)) !== undefined
  const { filename, size, read } = await openReported(services, found.transfer_id)
  function begin() {
    const headers = { 'content-disposition': contentDisposition(filename) }
    beginFile(reply, { length: size, headers })
  }
  if (reply.request.method !== 'GET') {
    begin()
    reply.raw.end()
    return
  }
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, by)
    const at = clock.now()
    // Sealed bytes show nothing: in a case stands when a key was given out for them.
    if (!sealed)
      await recordCaseEntry(transaction, { case_id: found.id, at, kind: 'opened', by, text: reason })
    await recordAct(transaction, { act: 'report.opened', by, to: auditedCase(found), network }, at)
  })
  try {
    const { sent, error } = await sendContent(reply.raw, read(0, size), {
      length: size,
      stallTimeoutMs,
      begin,
    })
    meter.downloaded(sent)
    if (error !== undefined) throw error
  } catch (error) {
    await recordDamage(services, error)
    throw error
  }
}
