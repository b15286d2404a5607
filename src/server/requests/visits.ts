import type { Language } from '#contract/languages.ts'
import { type RequestTicketRequest, visitorToken as tokenSchema } from '#contract/requests/requests.ts'
import { checkPassword } from '#crypto/passwords/account-password.ts'
import { newSecret, sha256 } from '#crypto/random-id.ts'
import { hashAddress } from '#server/identity/addresses/address-hash.ts'
import type { CodeAsking } from '#server/identity/addresses/code-allowance.ts'
import { consumeCode, issueCode } from '#server/identity/addresses/mail-codes.ts'
import { maskAddress } from '#server/identity/addresses/mask-address.ts'
import { assertNotStopped } from '#server/identity/consents/stop-list.ts'
import type { RequestsRow } from '#server/platform/database/database.ts'
import { appendEvent } from '#server/platform/events/append-event.ts'
import { Failure } from '#server/platform/failure.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { throttleFilePassword } from '../transfers/download/throttle-file-password.ts'
import { assertMailServer } from '../transfers/sender/mail-limits.ts'
import { ticketLife, writeTicket } from '../transfers/sender/request-ticket.ts'
import { assertOpen, findRequest } from '../transfers/sender/visitors/find-request.ts'
import { readAsks } from '../transfers/sender/visitors/request-fields.ts'

/** Tickets, and codes to addresses that are not confirmed yet, that one network may ask for. */
const tickets = { burst: 120, interval: 30_000 }
const codes = { burst: 20, interval: 3 * 60_000 }

/** A visitor, by what came with their call. */
type Visit = {
  readonly address: string
  /** Token of their browser, if it has one. */
  readonly visitorToken: string | undefined
}

/**
 * Issues a ticket to a visitor, who then may upload for six hours, whatever becomes of the deadline.
 * @throws Failure REQUEST_NOT_FOUND, REQUEST_CLOSED, REQUEST_FULL, REQUEST_PASSWORD_REQUIRED, INVALID_REQUEST_PASSWORD,
 *   END_TO_END_PLAINTEXT, REQUEST_NAME_REQUIRED, REQUEST_EMAIL_REQUIRED, CODE_REQUIRED, INVALID_CODE, RATE_LIMITED
 */
export async function issueRequestTicket(
  services: Services,
  id: string,
  { password, name, email, code }: RequestTicketRequest,
  { address, visitorToken = newSecret() }: Visit,
): Promise<{ ticket: string; visitorToken: string; until: string }> {
  const { database, clock } = services
  const row = await findRequest(database, id)
  await assertOpen(services, row)
  await consumeRateLimit(services, `request-ticket:${networkOf(address)}`, tickets)
  await assertPassword(services, row, password, address)
  const asks = readAsks(row.asks)
  // guard: names beside what is sealed -> tests/http/requests/browser-locks.test.ts "nothing readable"
  if (row.in_browser === 1 && (name !== undefined || email !== undefined))
    throw new Failure('END_TO_END_PLAINTEXT', { details: name === undefined ? 'email' : 'name' })
  if (asks.name && !name && row.in_browser === 0) throw new Failure('REQUEST_NAME_REQUIRED')
  if (asks.email && !email) throw new Failure('REQUEST_EMAIL_REQUIRED')
  if (asks.code) {
    if (code === undefined) throw new Failure('CODE_REQUIRED', { sentTo: maskAddress(email ?? '') })
    await consumeCode(services, await codeAsking(services, id, { email: email ?? '', address }), code)
  }
  const until = clock.now() + ticketLife
  const ticket = writeTicket(services, {
    requestId: id,
    visitor: sha256(visitorToken).toString('base64url'),
    name: (asks.name && name) || null,
    email: (asks.email && email) || null,
    emailConfirmed: asks.code,
    until,
  })
  return { ticket, visitorToken, until: new Date(until).toISOString() }
}

/**
 * Mails a code to a visitor, if the request asks for a confirmed address.
 * @returns the masked address, and the seconds until another code may be asked for
 * @throws Failure BAD_REQUEST for a request that needs no code, MAIL_STOPPED, NO_MAIL_SERVER, RATE_LIMITED, and as
 *   issueRequestTicket for the request and its password
 */
export async function sendRequestCode(
  services: Services,
  id: string,
  said: {
    readonly email: string
    readonly language?: Language | undefined
    readonly password?: string | undefined
  },
  address: string,
): Promise<{ sentTo: string; retryAfter: number }> {
  const { database } = services
  const { email, language = null } = said
  const row = await findRequest(database, id)
  await assertOpen(services, row)
  if (!readAsks(row.asks).code) throw new Failure('BAD_REQUEST', { details: 'this request needs no code' })
  assertMailServer(services.config)
  await assertPassword(services, row, said.password, address)
  await consumeRateLimit(services, `request-code:${networkOf(address)}`, codes)
  await assertNotStopped(database, [email])
  const asking = await codeAsking(services, id, { email, address })
  const retryAfter = await issueCode(services, asking, (transaction, { code, expiresAt }) =>
    appendEvent(transaction, services, {
      kind: 'code.requested',
      payload: { email, language, purpose: 'request', code, expiresAt },
    }),
  )
  services.dispatcher.wake()
  return { sentTo: maskAddress(email), retryAfter }
}

/** The token that a visitor's browser has sent; undefined for none, and for what is none. */
export function readVisitorToken(header: string | string[] | undefined): string | undefined {
  const result = tokenSchema.safeParse(header)
  return result.success ? result.data : undefined
}

async function codeAsking(
  { database }: Pick<Services, 'database'>,
  id: string,
  { email, address }: { readonly email: string; readonly address: string },
): Promise<CodeAsking> {
  const hash = await hashAddress(database, 'codes', email)
  const subject = `request ${id} ${hash.toString('base64url')}`
  return { subject, address: email, network: networkOf(address) }
}

async function assertPassword(
  services: Services,
  { id, password_hash: stored }: RequestsRow,
  password: string | undefined,
  address: string,
): Promise<void> {
  if (stored === null) return
  if (!password) throw new Failure('REQUEST_PASSWORD_REQUIRED')
  await throttleFilePassword(services, id, address, async () => {
    if ((await checkPassword(password, stored, services.config.passwordCosts.file)) === 'wrong')
      throw new Failure('INVALID_REQUEST_PASSWORD')
  })
}
