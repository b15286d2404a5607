import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { OidcPurpose } from '#contract/signing-in/identities.ts'
import { sha256Text } from '#crypto/random-id.ts'
import type { TestServer } from '../server/server.ts'

/** Destination of a sign-in at the provider: the page, and its fragment. */
export type Arrival = { readonly page: string; readonly fragment: URLSearchParams; readonly verifier: string }

/** A page of the provider that leads on only once it was answered. */
export type ProviderPage = {
  readonly address: string
  /** Sends a request of that page, with the cookies of this browser. */
  readonly visit: (address: string, request?: RequestInit) => Promise<Response>
}

/**
 * A browser that follows redirects, with the cookies of each origin. It fetches no page of the service.
 * @param answer does what a person does at a page of the provider, and resolves with the address that it leads to
 */
export function providerBrowser(
  { baseUrl, services }: Pick<TestServer, 'baseUrl' | 'services'>,
  answer?: (page: ProviderPage) => Promise<string>,
) {
  const { publicUrl } = services.config
  const jars = new Map<string, Map<string, string>>()

  async function visit(address: string, request: RequestInit = {}): Promise<Response> {
    const url = new URL(address)
    const jar = jars.get(url.origin) ?? new Map<string, string>()
    jars.set(url.origin, jar)
    // The test's server listens elsewhere than it is visited.
    const target = url.origin === publicUrl ? address.replace(publicUrl, baseUrl) : address
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = new Headers(request.headers)
    if (cookie !== '') headers.set('cookie', cookie)
    const response = await fetch(target, { ...request, redirect: 'manual', headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  /** Follows redirects until a page of the service, or until `until` says so of an address. */
  async function follow(from: string, until: (address: string) => boolean): Promise<string> {
    let address = from
    for (let steps = 0; steps < 15; steps += 1) {
      const isPage = address.startsWith(`${publicUrl}/`) && !address.startsWith(`${publicUrl}/api/`)
      if (isPage || until(address)) return address
      const response = await visit(address)
      const text = await response.text()
      const isPageThere = answer && response.ok && !address.startsWith(publicUrl)
      const location = isPageThere ? await answer({ address, visit }) : response.headers.get('location')
      assert.ok(location, `${address} answers ${response.status}: ${text}`)
      address = new URL(location, address).href
    }
    throw new Error('there are too many redirects')
  }

  return {
    cookies: jars,
    visit,
    /** Starts a sign-in and goes on as far as the callback, which is not called. */
    async start({ purpose = 'sign-in', redirect }: { purpose?: OidcPurpose; redirect?: string } = {}) {
      const verifier = randomBytes(32).toString('base64url')
      const query = new URLSearchParams({ purpose, challenge: sha256Text(verifier) })
      if (redirect !== undefined) query.set('redirect', redirect)
      const isCallback = (address: string) => address.startsWith(`${publicUrl}/api/auth/oidc/callback`)
      const callback = await follow(`${publicUrl}/api/auth/oidc/start?${query}`, isCallback)
      return { verifier, callback }
    },
    /** Goes on from the callback to the page that it leads to. */
    async finish({ verifier, callback }: { verifier: string; callback: string }): Promise<Arrival> {
      const url = new URL(await follow(callback, () => false))
      return { page: url.pathname + url.search, fragment: new URLSearchParams(url.hash.slice(1)), verifier }
    },
    /** The whole way to the provider and back. */
    async go(options: { purpose?: OidcPurpose; redirect?: string } = {}): Promise<Arrival> {
      return this.finish(await this.start(options))
    },
  }
}

/** The code that came back; what a page would say in its place fails. */
export function codeIn({ fragment }: Arrival): string {
  const code = fragment.get('code')
  assert.ok(code, `no code, but ${fragment}`)
  return code
}

/** Signs in through the provider, as a page does it. */
export async function exchange(server: TestServer, arrival: Arrival) {
  const body = { code: codeIn(arrival), verifier: arrival.verifier }
  return server.client.call('oidcExchange', { body })
}
