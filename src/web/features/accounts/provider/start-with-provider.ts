import type { OidcPurpose } from '#contract/signing-in/identities.ts'

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
export function takeStarted(): Started | undefined {
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
