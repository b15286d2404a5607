/** Status in place of a redirect (RFC 9110, section 15.5.20), which is not retried. */
export const misdirected = 421

/** Fetches without following redirects: an upload couldn't follow one, and secrets are for the named service only. */
export async function fetchDirectly(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  // A browser doesn't tell the status of a redirect.
  const status = response.type === 'opaqueredirect' ? 302 : response.status
  const asked = new URL(input instanceof Request ? input.url : input, response.url || undefined)
  const refusal = refusalOf(asked, { status, location: response.headers.get('location') })
  return refusal === undefined ? response : new Response(refusal, { status: misdirected })
}

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
