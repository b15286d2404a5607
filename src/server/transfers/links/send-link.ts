import * as z from 'zod/mini'
import { fileId, type SendLinkRequest } from '#contract/transfers/files.ts'
import { assertNotStopped } from '#server/identity/consents/stop-list.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { findPrincipal } from '#server/identity/principals/principal.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { Failure } from '#server/platform/failure.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { announcedTransfer, recordTransferEvent } from '../model/transfer-events.ts'
import { assertRecipientDomain, consumeMailLimits, refundMailLimits } from '../sender/mail-limits.ts'
import type { Sender } from '../sender/sender.ts'
import { knownTimeZone } from '../sender/transfer-options.ts'
import { findLiveLink, type LiveLink } from './find-live-link.ts'

/**
 * Mails a link to one person. Only the id of the given link is used: the server itself writes the link in the mail, and the
 * facts about the transfer. The mail is durable when this resolves, and leaves a moment later.
 * @throws Failure VALIDATION_ERROR for a link that is not one of ours, RULE_FORBIDS, RATE_LIMITED, MAIL_STOPPED, and as
 *   findLiveLink does
 */
export async function sendLink(
  services: Services,
  sender: Sender,
  { recipientEmail, downloadLink, customMessage, senderName, language, timeZone }: SendLinkRequest,
): Promise<void> {
  const { link, transfer } = await findLiveLink(services, readLink(downloadLink, services.config.publicUrl))
  await assertRulesAllow(services, sender, { link, transfer }, recipientEmail)
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

/**
 * Asserts that the rules of the owner, and of the caller who may be another, let an address have this link by mail. It opens
 * without a code: one with a code is not found here.
 * @throws Failure RULE_FORBIDS
 */
async function assertRulesAllow(
  { database, config }: Services,
  { principal }: Sender,
  { link, transfer }: Pick<LiveLink, 'link' | 'transfer'>,
  email: string,
): Promise<void> {
  const owner = await findPrincipal(database, transfer.owner_id)
  for (const policy of [policyFor(owner, config), policyFor(principal, config)]) {
    // guard: domains of mailed links -> tests/http/operations/groups.test.ts "for a link that is mailed afterwards"
    assertRecipientDomain(email, policy)
    const { decided, codesAlways, recipients } = policy
    if (decided.recipientCode !== undefined && codesAlways)
      throw new Failure('RULE_FORBIDS', { details: 'recipients: each needs a link with a code' })
    if (decided.recipients !== undefined && (await countMails(database, link)) >= recipients)
      throw new Failure('RULE_FORBIDS', { details: `recipients: at most ${recipients}` })
  }
}

/** How often a link was mailed after its upload. */
async function countMails(database: Services['database'], link: LiveLink['link']): Promise<number> {
  const { mails } = await database
    .selectFrom('transfer_events')
    .select(({ fn }) => fn.countAll<number>().as('mails'))
    .where('transfer_id', '=', link.transfer_id)
    .where('link_id', '=', link.id)
    .where('kind', '=', 'link-sent')
    .executeTakeFirstOrThrow()
  return Number(mails)
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
