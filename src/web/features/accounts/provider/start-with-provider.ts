import type { OidcPurpose } from '#contract/signing-in/identities.ts'
import { navigate } from '#web/router/history.ts'
import type { Location } from '#web/router/location.ts'

const storedName = 'restante.provider'

/** State of a started sign-in, kept in this tab alone for the page that continues it. */
type Started = { readonly verifier: string; readonly remember: boolean }

/**
 * Leaves for the provider. The verifier stays in this tab: a code that comes back without it is worth nothing.
 * @param redirect where to go on to afterwards
 */
export async function startWithProvider(
  purpose: OidcPurpose,
  { redirect, remember = false }: { redirect?: string | undefined; remember?: boolean } = {},
): Promise<void> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  sessionStorage.setItem(storedName, JSON.stringify({ verifier, remember } satisfies Started))
  const query = new URLSearchParams({ purpose, challenge: base64url(new Uint8Array(hash)) })
  if (redirect !== undefined) query.set('redirect', redirect)
  location.assign(`/api/auth/oidc/start?${query}`)
}

/** Returns and removes the state that startWithProvider stored. */
export function consumeStarted(): Started | undefined {
  const text = sessionStorage.getItem(storedName)
  sessionStorage.removeItem(storedName)
  if (text === null) return undefined
  const started: unknown = JSON.parse(text)
  return isStarted(started) ? started : undefined
}

function isStarted(value: unknown): value is Started {
  return (
    typeof value === 'object' &&
    value !== null &&
    'verifier' in value &&
    typeof value.verifier === 'string' &&
    'remember' in value &&
    typeof value.remember === 'boolean'
  )
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Why a sign-in at the provider gave no code. */
const problems = ['unavailable', 'denied', 'expired', 'failed', 'busy'] as const
export type ProviderProblem = (typeof problems)[number]

/** Result of a sign-in at the provider, in the address's fragment: a code, or why there is none. */
type ProviderReturn = { readonly code: string } | { readonly problem: ProviderProblem }

/** Reads it from an address; undefined when nothing came back. */
export function readReturn({ hash }: Pick<Location, 'hash'>): ProviderReturn | undefined {
  const fragment = new URLSearchParams(hash.slice(1))
  const code = fragment.get('code')
  if (code !== null) return { code }
  const found = problems.find((problem) => problem === fragment.get('oidc'))
  return found && { problem: found }
}

/** Purpose of the code, if not a session. */
export function purposeIn({ hash }: Pick<Location, 'hash'>): 'connect' | 'confirm' | undefined {
  const purpose = new URLSearchParams(hash.slice(1)).get('for')
  return purpose === 'connect' || purpose === 'confirm' ? purpose : undefined
}

/** Takes it out of the address, so that a reload does not bring it again. */
export function clearReturn({ pathname, search, state }: Location): void {
  navigate({ pathname, search }, { replace: true, state })
}
