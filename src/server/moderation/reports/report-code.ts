import type { Language } from '#contract/languages.ts'
import type { CodeAsking } from '#server/identity/addresses/code-allowance.ts'
import { issueCode } from '#server/identity/addresses/mail-codes.ts'
import { maskAddress } from '#server/identity/addresses/mask-address.ts'
import { assertNotStopped } from '#server/identity/consents/stop-list.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import type { OwnReport } from './follow-report.ts'

export function reportAsking(id: string, address: string, network: string): CodeAsking {
  return { subject: `report ${id}`, address, network }
}

/**
 * Mails the code that confirms the address of a report; the code before it is no longer good.
 * @returns the masked address, and the seconds until another code may be asked for
 * @throws Failure RATE_LIMITED, MAIL_STOPPED
 */
export async function mailReportCode(
  services: Services,
  reportId: string,
  {
    email,
    language,
    network,
  }: { readonly email: string; readonly language: Language; readonly network: string },
): Promise<{ sentTo: string; retryAfter: number }> {
  await assertNotStopped(services.database, [email])
  const retryAfter = await issueCode(services, reportAsking(reportId, email, network), (transaction, code) =>
    appendEvent(transaction, services, {
      kind: 'code.requested',
      payload: { email, language, purpose: 'report', ...code },
    }),
  )
  services.dispatcher.wake()
  return { sentTo: maskAddress(email), retryAfter }
}

/**
 * Mails another code for the person who follows a report.
 * @throws Failure ALREADY_DECIDED for a report whose address is confirmed, or that has none; as mailReportCode
 */
export async function mailReportCodeAgain(
  services: Services,
  { report: { id, email, language, confirmed } }: OwnReport,
  network: string,
): Promise<{ sentTo: string; retryAfter: number }> {
  if (email === null || confirmed === 1) throw new Failure('ALREADY_DECIDED')
  return mailReportCode(services, id, { email, language, network })
}
