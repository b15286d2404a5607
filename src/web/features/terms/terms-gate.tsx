import { termsStatus } from '#contract/accounts/terms-status.ts'
import { useSession } from '../../accounts/session.ts'
import { lazyExtra } from '../../ui/lazy/lazy-part.tsx'

const TermsAcceptance = lazyExtra(() => import('./terms-acceptance.tsx'))
const atStart = termsStatus(document.cookie)

/**
 * Asks for the acceptance of the terms unless this browser remembers it for the current version, and reports it to the server.
 * Loads nothing for guests who have accepted.
 */
export function TermsGate() {
  const session = useSession()
  if (!atStart.needsUpdate && session.status !== 'user') return null
  return <TermsAcceptance atStart={atStart} />
}
