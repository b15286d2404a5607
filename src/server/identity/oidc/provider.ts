import type { ClientAuth, Configuration } from 'openid-client'
import type { Services } from '#server/platform/services.ts'

type Library = typeof import('openid-client')

/** The identity provider, as it describes itself, and the library that speaks to it. */
export type Provider = { readonly library: Library; readonly configuration: Configuration }

/** The provider cannot be reached, or answers with nothing that makes sense. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}

/** Algorithms accepted for the signature of an id token: neither `none` nor any with a shared secret. */
const algorithms = /^(?:RS|PS|ES)(?:256|384|512)$|^EdDSA$|^Ed25519$/

/** Seconds that the provider's clock may differ, and that it has to answer in. */
const clockTolerance = 60
const answerTime = 8

/** Milliseconds for which its description is believed. */
const freshness = 60 * 60_000

/**
 * Finds the provider that the settings name now and remembers it for an hour; of many calls at a time one asks. A description that
 * cannot be renewed stays good.
 * @returns a function that throws ProviderUnavailable
 */
export function watchProvider({
  config,
  clock,
}: Pick<Services, 'config' | 'clock'>): () => Promise<Provider> {
  let known: { readonly provider: Provider; readonly at: number; readonly of: string } | undefined
  let asking: { readonly of: string; readonly provider: Promise<Provider> } | undefined

  async function ask(of: string): Promise<Provider> {
    try {
      const provider = await discoverProvider(config)
      known = { provider, at: clock.now(), of }
      return provider
    } catch (error) {
      if (known?.of === of) return known.provider
      throw new ProviderUnavailable('the identity provider cannot be reached', { cause: error })
    } finally {
      if (asking?.of === of) asking = undefined
    }
  }
  return async () => {
    const of = JSON.stringify([config.OIDC_ISSUER, config.OIDC_CLIENT_ID, config.OIDC_CLIENT_SECRET])
    if (known?.of === of && Math.abs(clock.now() - known.at) < freshness) return known.provider
    if (asking?.of !== of) asking = { of, provider: ask(of) }
    return asking.provider
  }
}

/** Asks the provider to describe itself. @throws when it cannot be reached, or describes nothing that is accepted */
export async function discoverProvider({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: secret,
}: Pick<Services['config'], 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'>): Promise<Provider> {
  if (issuer === undefined || clientId === undefined) throw new Error('OIDC_ISSUER is not set')
  const library = await import('openid-client')
  const isInsecure = new URL(issuer).protocol === 'http:'
  const found = await library.discovery(new URL(issuer), clientId, undefined, library.None(), {
    timeout: answerTime,
    ...(isInsecure && { execute: [library.allowInsecureRequests] }),
  })
  const { supportsPKCE: _method, ...described } = found.serverMetadata()
  const signing = (described.id_token_signing_alg_values_supported ?? ['RS256']).filter((name) =>
    algorithms.test(name),
  )
  if (signing.length === 0) throw new Error('the provider signs with no algorithm that is accepted')
  const methods = described.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication =
    secret === undefined
      ? library.None()
      : methods.includes('client_secret_basic')
        ? clientSecretBasic(secret)
        : library.ClientSecretPost(secret)
  const configuration = new library.Configuration(
    { ...described, id_token_signing_alg_values_supported: signing },
    clientId,
    { [library.clockTolerance]: clockTolerance },
    authentication,
  )
  configuration.timeout = answerTime
  // guard: signature of an id token -> tests/http/signing-in/hostile-provider.test.ts "opens nothing"
  library.enableNonRepudiationChecks(configuration)
  if (isInsecure) library.allowInsecureRequests(configuration)
  return { library, configuration }
}

/**
 * The secret form-encoded, as RFC 6749 requires. The library escapes `-`, `_`, `.` and `~`, too, which need not be and which
 * providers that don't decode it refuse; most ids and secrets have one of them.
 */
function clientSecretBasic(secret: string): ClientAuth {
  return (_provider, { client_id: id }, _body, headers) => {
    const pair = [id, secret].map(encodeURIComponent).join(':')
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  }
}

/** How pages name the provider; null where there is none. */
export function providerName({
  OIDC_ISSUER: issuer,
  OIDC_NAME: name,
}: Pick<Services['config'], 'OIDC_ISSUER' | 'OIDC_NAME'>): string | null {
  return issuer === undefined ? null : (name ?? new URL(issuer).host)
}
