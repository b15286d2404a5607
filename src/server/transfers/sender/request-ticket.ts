import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { requestLimits } from '#contract/requests/request-limits.ts'
import type { Services } from '#server/platform/services.ts'

/** How long a ticket is good, in milliseconds, also past the deadline of its request. */
export const ticketLife = requestLimits.ticketHours * 60 * 60_000
/** Clocks of instances differ by so much at most. */
const slack = 60_000
const maxLength = 4096

/** Permission of a visitor to upload to a request, and until when. */
export const requestTicket = z.object({
  requestId: z.string(),
  /** SHA-256 of the token of the visitor's browser, in base64url. */
  visitor: z.string(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  emailConfirmed: z.boolean(),
  /** Milliseconds since 1970. */
  until: z.int(),
})
export type RequestTicket = z.infer<typeof requestTicket>

type Needs = Pick<Services, 'keyRing' | 'clock'>

/** Writes a ticket that every instance can check and none has to keep: what it says, and an HMAC under a master key. */
export function writeTicket({ keyRing }: Pick<Needs, 'keyRing'>, ticket: RequestTicket): string {
  const kid = keyRing.activeKid
  const content = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  const mac = macOf(keyRing.codeKey(kid), content)
  if (!mac) throw new Error('the active master key is missing')
  return `${kid}.${content}.${mac.toString('base64url')}`
}

/** Reads a ticket; undefined for what is none, and for one whose time is over. */
export function readTicket({ keyRing, clock }: Needs, text: string): RequestTicket | undefined {
  if (text.length > maxLength) return undefined
  const [, kid = '', content = '', mac = ''] =
    /^([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/.exec(text) ?? []
  const made = macOf(keyRing.codeKey(kid), content)
  // guard: tickets of visitors -> tests/http/requests/requests.test.ts "takes no options"
  //   drops || !timingSafeEqual(made, Buffer.from(mac, 'base64url'))
  if (made === undefined || mac === '' || !timingSafeEqual(made, Buffer.from(mac, 'base64url')))
    return undefined
  const ticket = z.parse(requestTicket, JSON.parse(Buffer.from(content, 'base64url').toString('utf8')))
  const now = clock.now()
  return ticket.until > now && ticket.until <= now + ticketLife + slack ? ticket : undefined
}

function macOf(key: Uint8Array | undefined, content: string): Buffer | undefined {
  return key && createHmac('sha256', key).update(`request ticket\0${content}`).digest()
}
