import { createHmac } from 'node:crypto'
import { ownPath } from '#contract/own-path.ts'
import type { OidcPurpose } from '#contract/signing-in/identities.ts'
import { newSecret, sha256 } from '#crypto/random-id.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { startLife } from './browser-cookie.ts'
import type { Provider } from './provider.ts'

const HOUR = 60 * 60_000
const perAddress = { burst: 30, interval: HOUR / 100 }

/** Seconds since someone signed in at the provider that make a fresh confirmation. */
export const confirmationAge = 300

type Start = {
  readonly purpose: OidcPurpose
  /** Path to continue at afterwards; ignored unless it belongs to this service. */
  readonly redirect: string | undefined
  readonly challenge: string
}

/**
 * Begins a sign-in at the provider.
 * @returns where to send the browser, and what to keep in it meanwhile
 * @throws Failure RATE_LIMITED
 */
export async function startSignIn(
  services: Services,
  { library, configuration }: Provider,
  { purpose, redirect, challenge }: Start,
  address: string,
): Promise<{ location: string; secret: string }> {
  const { database, clock, config } = services
  await consumeRateLimit(services, `oidc start ${address}`, perAddress)
  const secret = newSecret()
  const { state, nonce, codeVerifier } = secretsOf(secret)
  const now = clock.now()
  await database
    .insertInto('oidc_sign_ins')
    .values({
      hash: sha256(secret),
      purpose,
      // guard: own path after a sign-in -> tests/http/signing-in/oidc.test.ts "goes on to paths"
      //   ownPath(redirect, config.publicUrl) becomes redirect
      redirect: ownPath(redirect, config.publicUrl) ?? null,
      challenge,
      kid: null,
      sealed: null,
      created_at: now,
      expires_at: now + startLife,
    })
    .execute()
  const location = library.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(config),
    scope: config.OIDC_SCOPES,
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(purpose === 'confirm' && { prompt: 'login', max_age: String(confirmationAge) }),
  })
  return { location: location.href, secret }
}

/** The one address that the provider sends people back to. */
export function callbackUrl({ publicUrl }: Pick<Services['config'], 'publicUrl'>): string {
  return `${publicUrl}/api/auth/oidc/callback`
}

/** Values that the library checks at the callback. They are derived from the cookie, so that no table keeps them. */
export function secretsOf(secret: string): { state: string; nonce: string; codeVerifier: string } {
  function derive(purpose: string): string {
    return createHmac('sha256', secret).update(`restante/v1 oidc ${purpose}`).digest('base64url')
  }
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') }
}
