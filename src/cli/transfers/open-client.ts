import { type Client, createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'

/** Opens a typed client of a service. @param token of a session, or an API key */
export function openClient(service: string, token?: string): Client {
  return createClient({ baseUrl: service, schemas: endpoints, fetch: fetchDirectly, getToken: () => token })
}

/** Fetches without following redirects: an upload couldn't follow one, and secrets are for the named service only. */
export async function fetchDirectly(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  const off = Date.parse(response.headers.get('date') ?? '') - Date.now()
  if (Math.abs(off) > tolerated) lag = off
  const refusal = refusalOf(new URL(input instanceof Request ? input.url : input), {
    status: response.status,
    location: response.headers.get('location'),
  })
  return refusal === undefined ? response : new Response(refusal, { status: misdirected })
}

/** Milliseconds by which the clock of this machine may be off before the clock of the service is used instead. */
const tolerated = 5 * 60_000

let lag = 0

/** Time on the clock of the service that answered last, in ms since 1970. */
export function serviceNow(): number {
  return Date.now() + lag
}

/** Status in place of a redirect (RFC 9110, section 15.5.20), which is not retried. */
export const misdirected = 421

/**
 * The error for a redirect response: it names the address to use.
 * @returns undefined for any other answer
 */
export function refusalOf(
  asked: URL,
  { status, location }: { readonly status: number; readonly location: string | null },
): string | undefined {
  if (status < 300 || status > 399) return undefined
  const target = URL.canParse(location ?? '', asked) ? new URL(location ?? '', asked) : asked
  const message =
    target.origin === asked.origin
      ? `${asked.origin} is not the address of a service: it redirects to ${target.pathname}.`
      : `${asked.origin} redirects to ${target.origin}. Use that address.`
  return JSON.stringify({ code: 'REDIRECTED', message })
}
