import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Provider from 'oidc-provider'

const clientId = 'restante'
const clientSecret = 'a secret of the client'

/** Someone with an account there. */
export type Member = { readonly sub: string } & Readonly<Record<string, unknown>>

/**
 * A certified OpenID provider on a free port of this machine. `state.member` is who signs in there, who is not asked
 * anything unless `asks`, which claims there are beside the usual ones is `further`, and `state.refuses` whether they decline.
 */
export async function startIdentityProvider({
  asks = false,
  further = [],
}: {
  asks?: boolean
  further?: readonly string[]
} = {}) {
  const state: { publicUrl: string; member: Member; refuses: boolean } = {
    /** Address of the only client. */
    publicUrl: 'http://localhost:3000',
    member: { sub: 'a1', preferred_username: 'ada', email: 'ada@example.org', email_verified: true },
    refuses: false,
  }
  const members = new Map<string, Member>()
  const http = createServer()
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  if (!address || typeof address === 'string') throw new Error('the provider has no port')
  const issuer = `http://127.0.0.1:${address.port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const create = (publicUrl: string) => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${publicUrl}/api/auth/oidc/callback`],
        },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
      cookies: { keys: ['of the provider'] },
      claims: {
        openid: ['sub', 'groups', 'quota', ...further],
        profile: ['preferred_username'],
        email: ['email', 'email_verified'],
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => {
        const member = members.get(sub)
        return member && { accountId: sub, claims: () => member }
      },
    })
    provider.on('server_error', (_context, error) => console.error(error))
    return { publicUrl, provider, handle: provider.callback() }
  }
  let created: ReturnType<typeof create> | undefined
  function known() {
    if (created?.publicUrl !== state.publicUrl) created = create(state.publicUrl)
    return created
  }

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (asks && request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        '<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1><form method="post"><button>Continue</button></form>',
      )
      return
    }
    const { provider } = known()
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (state.refuses) {
      const result = { error: 'access_denied', error_description: 'declined' }
      return provider.interactionFinished(request, response, result)
    }
    members.set(state.member.sub, state.member)
    if (prompt.name === 'login') {
      const result = { login: { accountId: state.member.sub } }
      return provider.interactionFinished(request, response, result)
    }
    const grant = new provider.Grant({
      accountId: session?.accountId ?? '',
      clientId: String(params.client_id),
    })
    grant.addOIDCScope(String(params.scope))
    const grantId = await grant.save()
    return provider.interactionFinished(
      request,
      response,
      { consent: { grantId } },
      { mergeWithLastSubmission: true },
    )
  }
  http.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) interact(request, response).catch(console.error)
    else known().handle(request, response)
  })
  return {
    issuer,
    state,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Gemeente Rotterdam',
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>
