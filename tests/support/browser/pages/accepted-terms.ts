import { termsVersion } from '#contract/accounts/terms.ts'
import { acceptanceCookies } from '#contract/accounts/terms-status.ts'

/** The cookies of someone who accepted a version of the terms, this one if no other is named, on the first day of 2026. */
export function acceptanceOf(url: string, version = termsVersion) {
  const values = {
    [acceptanceCookies.accepted]: 'true',
    [acceptanceCookies.version]: version,
    [acceptanceCookies.date]: '2026-01-01T00:00:00.000Z',
  }
  return Object.entries(values).map(([name, value]) => ({ name, value, url }))
}
