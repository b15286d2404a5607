import { termsVersion } from '#contract/accounts/terms.ts'
import { acceptanceCookies } from './acceptance-cookies.ts'

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
