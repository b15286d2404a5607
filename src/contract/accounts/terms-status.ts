import type { TermsPrompt } from './terms.ts'

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

/** Terms accepted in a browser, from its cookies: `document.cookie` there, the header `Cookie` at the server. `current`: the version that holds. */
export function termsStatus(cookies: string, current: string): TermsStatus {
  const values = new URLSearchParams(cookies.replaceAll('; ', '&'))
  const isAccepted = values.get(acceptanceCookies.accepted) === 'true'
  const acceptedVersion = (isAccepted && values.get(acceptanceCookies.version)) || undefined
  const hasAccepted = acceptedVersion !== undefined
  return { hasAccepted, acceptedVersion, needsUpdate: acceptedVersion !== current }
}

/** Whether the dialog of the terms opens at the start: until they are accepted, or only when they changed since. */
export function asksAtStart({ needsUpdate, hasAccepted }: TermsStatus, prompt: TermsPrompt): boolean {
  return needsUpdate && (prompt === 'dialog' || (prompt === 'at-upload' && hasAccepted))
}
