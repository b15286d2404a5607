import * as z from 'zod/mini'
import { fileId, type SendLinkRequest } from '#contract/files.ts'
import { deliverSoon } from '#server/messaging/mail/deliver-soon.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { announceUpload } from './announce-upload.ts'
import { consumeMailLimits } from './consume-mail-limits.ts'
import { findLiveFile } from './find-live-file.ts'
import type { Sender } from './upload/sender.ts'

/**
 * Mails the link of a file to one person. Of the given link only the id is used: what the mail says of the file, and
 * the link in it, are the server's own. The mail is durable when this resolves, and leaves a moment later.
 * @throws Failure VALIDATION_ERROR for a link that is not one of ours, FILE_NOT_FOUND, FILE_EXPIRED, FILE_DELETED,
 * RATE_LIMITED
 */
export async function sendLink(
  services: Services,
  sender: Pick<Sender, 'userId' | 'address'>,
  { recipientEmail, downloadLink, customMessage, senderName, language }: SendLinkRequest,
): Promise<void> {
  const file = await findLiveFile(services, readLink(downloadLink, services.config.publicUrl))
  await consumeMailLimits(services, sender, [recipientEmail])
  await announceUpload(services, services.database, file, [
    { email: recipientEmail, message: customMessage, senderName, language },
  ])
  deliverSoon(services)
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
