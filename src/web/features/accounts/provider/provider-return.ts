import { navigate } from '#web/router/history.ts'
import type { Location } from '#web/router/location.ts'

/** Why a sign-in at the provider gave no code. */
const problems = ['unavailable', 'denied', 'expired', 'failed', 'busy'] as const
export type ProviderProblem = (typeof problems)[number]

/** Result of a sign-in at the provider, in the address's fragment: a code, or why there is none. */
export type ProviderReturn = { readonly code: string } | { readonly problem: ProviderProblem }

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
