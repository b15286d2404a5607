import type { CodeAsking } from '#server/identity/addresses/code-allowance.ts'
import { consumeCode, issueCode } from '#server/identity/addresses/mail-codes.ts'
import { maskAddress } from '#server/identity/addresses/mask-address.ts'
import { assertNotStopped } from '#server/identity/consents/stop-list.ts'
import type { LinksRow } from '#server/platform/database/database.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { assertMailServer } from '../sender/mail-limits.ts'
import { findLiveLink } from './find-live-link.ts'
import { issueProof } from './link-proof.ts'

function askingFor({ id, recipient }: LinksRow, network: string): CodeAsking {
  return { subject: `link ${id}`, address: recipient ?? '', network }
}

/**
 * Mails a code to the recipient of a link that needs one.
 * @param network of the caller, as networkOf gives it
 * @returns the masked address, and the seconds until another code may be asked for
 * @throws Failure FILE_NOT_FOUND, also for a link that is no longer live; BAD_REQUEST for one that needs no code, RATE_LIMITED,
 *   MAIL_STOPPED, NO_MAIL_SERVER, and as findLiveLink does
 */
export async function sendLinkCode(
  services: Services,
  linkId: string,
  network: string,
): Promise<{ sentTo: string; retryAfter: number }> {
  const link = await findCodeLink(services, linkId)
  assertMailServer(services.config)
  const email = link.recipient ?? ''
  const sentTo = maskAddress(email)
  await assertNotStopped(services.database, [email]).catch((error: unknown) => {
    // Having the link is no reason to learn the address.
    throw error instanceof Failure ? new Failure(error.code, { sentTo }) : error
  })
  const retryAfter = await issueCode(services, askingFor(link, network), (transaction, { code, expiresAt }) =>
    appendEvent(transaction, services, {
      kind: 'code.requested',
      payload: { email, language: link.language, purpose: 'link', code, expiresAt },
      transferId: link.transfer_id,
      linkId,
    }),
  )
  services.dispatcher.wake()
  return { sentTo, retryAfter }
}

/**
 * Takes the code of a link in return for a proof.
 * @throws Failure INVALID_CODE, and as sendLinkCode for the link
 */
export async function proveLinkCode(
  services: Services,
  linkId: string,
  { code, network }: { readonly code: string; readonly network: string },
): Promise<{ proof: string; until: string }> {
  const link = await findCodeLink(services, linkId)
  await consumeLinkCode(services, link, { code, network })
  const { proof, until } = issueProof(services, linkId)
  return { proof, until: new Date(until).toISOString() }
}

/** @throws Failure INVALID_CODE */
export function consumeLinkCode(
  services: Services,
  link: LinksRow,
  { code, network }: { readonly code: string; readonly network: string },
): Promise<void> {
  return consumeCode(services, askingFor(link, network), code)
}

async function findCodeLink(services: Services, linkId: string): Promise<LinksRow> {
  const { link } = await findLiveLink(services, linkId, (_link, isLive) => isLive)
  if (link.needs_code === 0) throw new Failure('BAD_REQUEST', { details: 'this link needs no code' })
  return link
}
