import type { Language } from '#contract/languages.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { hashAddress } from '../addresses/address-hash.ts'
import type { CodeAsking } from '../addresses/code-allowance.ts'
import { consumeCode, issueCode } from '../addresses/mail-codes.ts'
import { issueRightsSession } from './rights-session.ts'

const HOUR = 60 * 60_000

/** Codes that one network has mailed, which keeps it from mailing strangers in bulk. */
const perSender = { burst: 10, interval: HOUR / 10 }
/** Codes that one network hands in, right or wrong. */
const triesPerSender = { burst: 30, interval: HOUR / 30 }

/**
 * Mails a code to an address. Data about it is not even looked up, so that nothing reveals whether the address is known here.
 * It is sent to addresses that have stopped mails, too, because their owners ask for it.
 * @param network of the caller, for the limit
 * @returns seconds until another one may be asked for
 * @throws Failure RATE_LIMITED
 */
export async function mailRightsCode(
  services: Services,
  { email, language, network }: { email: string; language: Language; network: string },
): Promise<number> {
  await consumeRateLimit(services, `rights ${network}`, perSender)
  const asking = await askingFor(services, email, network)
  const retryAfter = await issueCode(services, asking, (transaction, code) =>
    appendEvent(transaction, services, {
      kind: 'code.requested',
      payload: { email, language, purpose: 'rights', ...code },
    }),
  )
  services.dispatcher.wake()
  return retryAfter
}

/**
 * Takes a code in return for a session.
 * @throws Failure INVALID_CODE, RATE_LIMITED
 */
export async function openRightsSession(
  services: Services,
  { email, code, language, network }: { email: string; code: string; language: Language; network: string },
): Promise<{ session: string; until: string }> {
  await consumeRateLimit(services, `rights tries ${network}`, triesPerSender)
  await consumeCode(services, await askingFor(services, email, network), code)
  const { session, until } = issueRightsSession(services, email, language)
  return { session, until: new Date(until).toISOString() }
}

async function askingFor(
  { database }: Pick<Services, 'database'>,
  address: string,
  network: string,
): Promise<CodeAsking> {
  const subject = `rights ${(await hashAddress(database, 'codes', address)).toString('base64url')}`
  return { subject, address, network: networkOf(network) }
}
