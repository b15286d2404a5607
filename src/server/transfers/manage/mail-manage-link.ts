import type { ManageMailRequest } from '#contract/transfers/recipients.ts'
import { hashAddress } from '#server/identity/addresses/address-hash.ts'
import { checkCode, issueCode, spendCode } from '#server/identity/addresses/mail-codes.ts'
import { maskAddress } from '#server/identity/addresses/mask-address.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { addressSubject, recordConsent, userSubject } from '#server/identity/consents/consents.ts'
import { assertNotStopped } from '#server/identity/consents/stop-list.ts'
import { transact } from '#server/platform/database/transact.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { secretLinks } from '../model/transfer-links.ts'
import { assertMailServer, consumeMailLimits, refundMailLimits } from '../sender/mail-limits.ts'
import type { Sender } from '../sender/sender.ts'
import { assertManageToken, type Managed } from './find-managed.ts'

/** The caller and their manage token: only holders of the link can have it mailed. */
type Asking = {
  readonly managed: Managed
  readonly sender: Sender
  readonly caller: Caller | undefined
  readonly token: string | undefined
}

/**
 * Mails the manage link of a transfer: to the address of the account that asks at once, to any other after the code that was
 * mailed there before.
 * @returns whether the link is on its way; otherwise a code is
 * @throws Failure INVALID_MANAGE_TOKEN, INVALID_CODE, NO_MAIL_SERVER, MAIL_STOPPED, RATE_LIMITED
 */
export async function mailManageLink(
  services: Services,
  { managed, sender, caller, token }: Asking,
  { email, code, language }: ManageMailRequest,
): Promise<{ sent: boolean; sentTo: string; retryAfter: number }> {
  const { transfer, network } = managed
  if (token === undefined) throw new Failure('INVALID_MANAGE_TOKEN')
  await assertManageToken(services, transfer, { token, network })
  assertMailServer(services.config)
  await assertNotStopped(services.database, [email])
  const sentTo = maskAddress(email)
  const isOwn = caller?.email.toLowerCase() === email.toLowerCase()
  const hash = await hashAddress(services.database, 'codes', email)
  const subject = `manage ${transfer.id} ${hash.toString('base64url')}`
  const asking = { subject, address: email, network }
  await consumeMailLimits(services, sender, [email])
  try {
    const right = isOwn || code === undefined ? undefined : await checkCode(services, asking, code)
    const about = { userId: transfer.owner_id, transferId: transfer.id }
    if (!isOwn && code === undefined) {
      const retryAfter = await issueCode(services, asking, (transaction, made) =>
        appendEvent(transaction, services, {
          kind: 'code.requested',
          payload: { email, language: language ?? null, purpose: 'manage', ...made },
          ...about,
        }),
      )
      return { sent: false, sentTo, retryAfter }
    }
    const { id } = await services.database
      .selectFrom('links')
      .select('id')
      .where('transfer_id', '=', transfer.id)
      .where('kind', '=', 'main')
      .executeTakeFirstOrThrow()
    await transact(services.database, async (transaction) => {
      if (right) await spendCode(transaction, right)
      await recordConsent(transaction, {
        subject:
          isOwn && caller
            ? await userSubject(transaction, caller.id)
            : addressSubject(await hashAddress(transaction, 'stop list', email)),
        purpose: 'manage-mail',
        how: isOwn ? 'page' : 'code',
        language: language ?? caller?.language,
        now: services.clock.now(),
      })
      await appendEvent(transaction, services, {
        kind: 'transfer.manage-link-requested',
        payload: {
          email,
          language: language ?? caller?.language ?? null,
          url: secretLinks(services.config.publicUrl, id, token).manageUrl,
          filename: transfer.title ?? transfer.name,
          expiresAt: transfer.expires_at,
        },
        ...about,
      })
    })
    return { sent: true, sentTo, retryAfter: 0 }
  } catch (error) {
    await refundMailLimits(services, sender, [email])
    throw error
  } finally {
    services.dispatcher.wake()
  }
}
