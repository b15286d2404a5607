import { sha256 } from '#crypto/random-id.ts'
import type { OidcSignInsRow } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { issueCode } from './codes.ts'
import { noteClaims } from './missing-claims.ts'
import { type Provider, ProviderUnavailable } from './provider.ts'
import { type ProviderAccount, readAccount } from './provider-account.ts'
import { callbackUrl, confirmationAge, secretsOf } from './start-sign-in.ts'

/** Result that the browser takes back: a code that is good once, or why there is none. */
export type Finish = Pick<OidcSignInsRow, 'purpose' | 'redirect'> & {
  readonly result: { readonly code: string } | { readonly problem: Problem }
}
type Problem = 'expired' | 'denied' | 'unavailable' | 'failed'

/**
 * Ends a sign-in at the provider: checks all that came back, once, and gives a code for the page that started it.
 * @param secret what the browser has kept
 * @param search the query of the callback, as the provider sent it
 */
export async function finishAtProvider(
  services: Services,
  find: () => Promise<Provider>,
  secret: string | undefined,
  search: string,
): Promise<Finish> {
  const row = secret === undefined ? undefined : await takeRow(services, secret)
  if (!row || secret === undefined)
    return { purpose: 'sign-in', redirect: null, result: { problem: 'expired' } }
  const { purpose, redirect, challenge } = row
  try {
    const account = await redeem(services, await find(), { secret, search, purpose })
    const life = purpose === 'sign-in' ? 'short' : 'long'
    const { code } = await issueCode(services, { purpose, challenge, redirect, account, life })
    return { purpose, redirect, result: { code } }
  } catch (error) {
    const problem = await problemOf(error)
    services.log.warn({ problem, reason: await reasonOf(error) }, 'sign-in at the provider failed')
    return { purpose, redirect, result: { problem } }
  }
}

function takeRow(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  secret: string,
): Promise<OidcSignInsRow | undefined> {
  return database
    .deleteFrom('oidc_sign_ins')
    .where('hash', '=', sha256(secret))
    .where('sealed', 'is', null)
    .where('expires_at', '>', clock.now())
    .returningAll()
    .executeTakeFirst()
}

/** @throws errors of the library for anything that does not fit */
async function redeem(
  services: Services,
  { library, configuration }: Provider,
  { secret, search, purpose }: { secret: string; search: string } & Pick<OidcSignInsRow, 'purpose'>,
): Promise<ProviderAccount> {
  const { config } = services
  const { state, nonce, codeVerifier } = secretsOf(secret)
  const url = new URL(callbackUrl(config))
  url.search = search
  const tokens = await library.authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
    ...(purpose === 'confirm' && { maxAge: confirmationAge }),
  })
  const idToken = tokens.claims()
  if (!idToken) throw new Error('the provider sent no id token')
  // guard: authorized party of an id token -> tests/http/signing-in/hostile-provider.test.ts "opens nothing"
  if (idToken.azp !== undefined && idToken.azp !== config.OIDC_CLIENT_ID)
    throw new Error('the id token is for another client')
  if (idToken.sub === '' || idToken.sub.length > 255) throw new Error('the subject has no usable length')
  const userinfo =
    configuration.serverMetadata().userinfo_endpoint === undefined
      ? {}
      : await library.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
  await noteClaims(services, { ...userinfo, ...idToken })
  return readAccount({ idToken, userinfo }, config)
}

/**
 * For the log: neither tokens nor claims, which the causes of the library's errors carry; their messages name the claim
 * that does not fit.
 */
async function reasonOf(error: unknown): Promise<string> {
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await import('openid-client')
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  if (error instanceof ClientError && error.cause instanceof Error)
    return `${name}: ${message}: ${error.cause.message}`
  const isAnswer = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError
  // A code of RFC 6749, such as invalid_client; anything else there is left out.
  return isAnswer && /^[a-z_]{1,40}$/.test(error.error)
    ? `${name}: ${message}: ${error.error}`
    : `${name}: ${message}`
}

async function problemOf(error: unknown): Promise<Problem> {
  if (error instanceof ProviderUnavailable) return 'unavailable'
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await import('openid-client')
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'denied'
    return error.error === 'temporarily_unavailable' || error.error === 'server_error'
      ? 'unavailable'
      : 'failed'
  }
  if (error instanceof ResponseBodyError) return error.status >= 500 ? 'unavailable' : 'failed'
  if (error instanceof ClientError)
    return error.code === 'OAUTH_TIMEOUT' || isServerError(error.cause) ? 'unavailable' : 'failed'
  return error instanceof TypeError && error.message === 'fetch failed' ? 'unavailable' : 'failed'
}

function isServerError(cause: unknown): boolean {
  return cause instanceof Response && cause.status >= 500
}
