import { type TermsPrompt, termsVersion } from './terms.ts'

/** The cookies that an acceptance of the terms is kept in. */
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

/** Terms accepted in a browser, from its cookies: `document.cookie` there, the header `Cookie` at the server. */
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

/** Whether the dialog of the terms opens at the start: until they are accepted, or only when they changed since. */
export function asksAtStart({ needsUpdate, hasAccepted }: TermsStatus, prompt: TermsPrompt): boolean {
  return needsUpdate && (prompt === 'dialog' || (prompt === 'at-upload' && hasAccepted))
}
