import { termsVersion } from '#contract/terms.ts'
import { acceptanceCookies } from './acceptance-cookies.ts'

/** Seconds for which an acceptance is remembered: 365 days. */
const remembered = 365 * 24 * 60 * 60

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
