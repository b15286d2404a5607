import { termsStatus } from '#contract/accounts/terms-status.ts'
import { useSession } from '../../accounts/session.ts'
import { lazyExtra } from '../../ui/lazy/lazy-extra.ts'

const TermsAcceptance = lazyExtra(() => import('./terms-acceptance.tsx'))
const atStart = termsStatus(document.cookie)

/**
 * Asks for the acceptance of the terms wherever this browser does not remember one of their present version, and has the
 * server told of it. Anyone who has nothing to accept and is not signed in loads nothing for it.
 */
export function TermsGate() {
  const session = useSession()
  if (!atStart.needsUpdate && session.status !== 'user') return null
  return <TermsAcceptance atStart={atStart} />
}
