import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

export const clientId = 'restante'

/** A key that signs id tokens, as `kid` in the header names it. */
export type SigningKey = { readonly kid: string; readonly alg: string; readonly key: KeyObject }

export function newKey(kid: string, alg: 'RS256' | 'ES256' | 'EdDSA' | 'PS256' = 'RS256'): SigningKey {
  if (alg === 'ES256') return { kid, alg, key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }
  if (alg === 'EdDSA') return { kid, alg, key: generateKeyPairSync('ed25519').privateKey }
  return { kid, alg, key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }
}

function publicJwk({ kid, alg, key }: SigningKey): Json {
  return { ...createPublicKey(key).export({ format: 'jwk' }), kid, alg, use: 'sig' }
}

/** The public half in PEM, which anyone can have. */
export function publicPem({ key }: SigningKey): string {
  return createPublicKey(key).export({ format: 'pem', type: 'spki' }).toString()
}

type Json = Readonly<Record<string, unknown>>

/** A signed token; `signature` replaces the honest one, over the same text. */
export function token(
  claims: Json,
  { kid, alg, key }: SigningKey,
  { header = {}, signature }: { header?: Json; signature?: (signed: string) => Buffer } = {},
): string {
  const parts = [{ alg, kid, typ: 'JWT', ...header }, claims]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signed}.${(signature?.(signed) ?? honest(signed, alg, key)).toString('base64url')}`
}

function honest(signed: string, alg: string, key: KeyObject): Buffer {
  const bytes = Buffer.from(signed)
  if (alg === 'EdDSA') return sign(null, bytes, key)
  if (alg === 'ES256') return sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' })
  if (alg === 'PS256') return sign('sha256', bytes, { key, padding: 6, saltLength: 32 })
  return sign('sha256', bytes, key)
}

/** HMAC under any secret. */
export function hmacOf(secret: string) {
  return (signed: string) => createHmac('sha256', secret).update(signed).digest()
}

type Behaviour = {
  /** Makes the id token of honest claims. */
  idToken: (claims: Json, key: SigningKey) => string
  /** Claims of the userinfo besides the subject. */
  userinfo: (claims: Json) => Json
  /** Changes what comes back to the callback. */
  answer: (query: URLSearchParams) => void
  /** Keys in the key set. */
  keys: readonly SigningKey[]
  /** Changes of the discovery document. */
  description: Json
}

/** A provider that answers as its test says: honestly, unless told otherwise. */
export async function startHostileProvider() {
  const key = newKey('honest')
  const honestly: Behaviour = {
    idToken: (claims, own) => token(claims, own),
    userinfo: () => ({}),
    answer: () => {},
    keys: [key],
    description: {},
  }
  const provider = { key, tokens: 0, codeVerifiers: [] as string[], authorization: '', ...honestly }
  let nonce = ''
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    const claims: Json = {
      iss: issuer,
      aud: clientId,
      sub: 'm1',
      nonce,
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 300,
      email: 'mallory@example.org',
      email_verified: true,
      preferred_username: 'mallory',
    }
    function send(body: Json): void {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(body))
    }
    if (url.pathname === '/.well-known/openid-configuration')
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'EdDSA', 'HS256', 'none'],
        authorization_response_iss_parameter_supported: true,
        ...provider.description,
      })
    if (url.pathname === '/jwks') return send({ keys: provider.keys.map(publicJwk) })
    if (url.pathname === '/userinfo') return send({ sub: 'm1', ...provider.userinfo(claims) })
    if (url.pathname === '/authorize') {
      nonce = url.searchParams.get('nonce') ?? ''
      const state = url.searchParams.get('state') ?? ''
      const query = new URLSearchParams({ code: 'a code', state, iss: issuer })
      provider.answer(query)
      response.statusCode = 302
      response.setHeader('location', `${url.searchParams.get('redirect_uri')}?${query}`)
      return response.end()
    }
    text(request)
      .then((body) => {
        provider.tokens += 1
        provider.authorization = request.headers.authorization ?? ''
        provider.codeVerifiers.push(new URLSearchParams(body).get('code_verifier') ?? '')
        const idToken = provider.idToken(claims, key)
        send({ access_token: 'an access token', token_type: 'Bearer', id_token: idToken })
      })
      .catch(() => response.destroy())
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  if (!address || typeof address === 'string') throw new Error('the provider has no port')
  const issuer = `http://127.0.0.1:${address.port}`
  return {
    issuer,
    provider,
    /** Back to honesty. */
    reset() {
      Object.assign(provider, honestly)
    },
    environment: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_SIGN_UP: 'on' },
    /** Stops answering, at once. */
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}
