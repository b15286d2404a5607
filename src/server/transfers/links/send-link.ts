import * as z from 'zod/mini'
import { fileId, type SendLinkRequest } from '#contract/transfers/files.ts'
import { assertNotStopped } from '#server/identity/consents/stop-list.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { Failure } from '#server/platform/failure.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { announcedTransfer, recordTransferEvent } from '../model/transfer-events.ts'
import { consumeMailLimits, refundMailLimits } from '../sender/mail-limits.ts'
import type { Sender } from '../sender/sender.ts'
import { knownTimeZone } from '../sender/transfer-options.ts'
import { findLiveLink } from './find-live-link.ts'

/**
 * Mails a link to one person. Only the id of the given link is used: the server itself writes the link in the mail, and the
 * facts about the transfer. The mail is durable when this resolves, and leaves a moment later.
 * @throws Failure VALIDATION_ERROR for a link that is not one of ours, RATE_LIMITED, MAIL_STOPPED, and as findLiveLink does
 */
export async function sendLink(
  services: Services,
  sender: Sender,
  { recipientEmail, downloadLink, customMessage, senderName, language, timeZone }: SendLinkRequest,
): Promise<void> {
  const { link, transfer } = await findLiveLink(services, readLink(downloadLink, services.config.publicUrl))
  await assertNotStopped(services.database, [recipientEmail])
  await consumeMailLimits(services, sender, [recipientEmail])
  const announcement = { email: recipientEmail, message: customMessage, senderName, language }
  try {
    await transact(services.database, async (transaction) => {
      await recordTransferEvent(transaction, {
        transferId: transfer.id,
        at: services.clock.now(),
        kind: 'link-sent',
        linkId: link.id,
        network: networkOf(sender.address),
      })
      await appendEvent(transaction, services, {
        kind: 'link.sent',
        payload: {
          transfer: announcedTransfer(transfer, link),
          announcements: [announcement],
          timeZone: timeZone === undefined ? undefined : knownTimeZone(timeZone),
        },
        userId: transfer.owner_id,
        transferId: transfer.id,
        linkId: link.id,
      })
    })
  } catch (error) {
    await refundMailLimits(services, sender, [recipientEmail])
    throw error
  }
  services.dispatcher.wake()
}

function readLink(link: string, origin: string): string {
  const url = URL.parse(link)
  const [, id] = /^\/download\/([^/]+)$/.exec(url?.pathname ?? '') ?? []
  if (url?.origin !== origin || !z.safeParse(fileId, id).success || id === undefined) {
    throw new Failure('VALIDATION_ERROR', {
      message: 'Invalid link. Only download links of this service can be sent.',
      details: 'downloadLink: not a download link of this service',
    })
  }
  return id
}
