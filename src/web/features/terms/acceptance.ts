import { termsVersion } from '#contract/terms.ts'

/** Seconds for which an acceptance is remembered: 365 days. */
const remembered = 365 * 24 * 60 * 60

/** The cookies that an acceptance is kept in. */
export const acceptanceCookies = {
  accepted: 'terms_accepted',
  version: 'terms_version',
  date: 'terms_accepted_date',
} as const

export type TermsStatus = {
  readonly hasAccepted: boolean
  readonly acceptedVersion: string | undefined
  /** Nothing was accepted, or another version than the one that holds now. */
  readonly needsUpdate: boolean
}

/** What was accepted in this browser, as its cookies say (`document.cookie`). No call is made for it. */
export function termsStatus(cookies: string): TermsStatus {
  const values = new Map(
    cookies.split('; ').map((cookie) => {
      const [name = '', value = ''] = cookie.split('=', 2)
      return [name, value]
    }),
  )
  const version = values.get(acceptanceCookies.version)
  const hasAccepted = values.get(acceptanceCookies.accepted) === 'true' && version !== undefined
  const acceptedVersion = hasAccepted ? version : undefined
  return { hasAccepted, acceptedVersion, needsUpdate: acceptedVersion !== termsVersion }
}

/** Keeps in this browser that the present version was accepted. */
export function keepAcceptance(now: Date): void {
  const values = {
    [acceptanceCookies.accepted]: 'true',
    [acceptanceCookies.version]: termsVersion,
    [acceptanceCookies.date]: now.toISOString(),
  }
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  for (const [name, value] of Object.entries(values)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
    document.cookie = `${name}=${value}; Max-Age=${remembered}; Path=/; SameSite=Lax${secure}`
  }
}
