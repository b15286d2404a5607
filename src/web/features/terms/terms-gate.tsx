import { use } from 'react'
import { asksAtStart, termsStatus } from '#contract/accounts/terms-status.ts'
import { useSession } from '../../accounts/session.ts'
import { ServiceConfigContext } from '../../service/service-config.ts'
import { termsInForce } from '../../ui/browser/brand.ts'
import { lazyExtra } from '../../ui/lazy/lazy-part.tsx'

const TermsAcceptance = lazyExtra(() => import('./terms-acceptance.tsx'))
const atStart = termsStatus(document.cookie, termsInForce)

/**
 * Asks for the acceptance of the terms unless this browser remembers it for the current version, and reports it to the server.
 * Loads nothing for guests who have accepted, and for people whom the service asks in another way or not at all.
 */
export function TermsGate() {
  const session = useSession()
  const config = use(ServiceConfigContext)
  if (!config || config.termsPrompt === 'off') return null
  const isAccepted = !atStart.needsUpdate && session.status === 'user'
  if (!isAccepted && !asksAtStart(atStart, config.termsPrompt)) return null
  return <TermsAcceptance atStart={atStart} />
}
