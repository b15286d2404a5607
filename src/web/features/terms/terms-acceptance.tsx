import { use, useEffect, useState } from 'react'
import type { TermsStatus } from '#contract/accounts/terms-status.ts'
import { useSession } from '../../accounts/session.ts'
import { keepAcceptance, recordAcceptance } from '../../accounts/terms-acceptance.ts'
import { useLocation } from '../../router/location.ts'
import { matchesOne } from '../../router/match-path.ts'
import { paths } from '../../router/paths.ts'
import { ServiceConfigContext } from '../../service/service-config.ts'
import { brand } from '../../ui/browser/brand.ts'
import { withTexts } from '../../ui/lazy/lazy-page.ts'
import type TermsDialog from './terms-dialog.tsx'
import type { OwnTerms } from './terms-dialog.tsx'

/** Milliseconds after the start of the page at which the dialog may come; most devices take longer to get here. */
const delay = 100

/**
 * Pages that need no acceptance: those that people must be able to read before it, those of people who use a right, report an abuse,
 * or answer another person's link, and the operator's set-up.
 */
const freePaths: readonly string[] = [
  paths.privacy,
  paths.imprint,
  paths.setup,
  paths.report,
  paths.followedReport,
  paths.rights,
  paths.stopMails,
  paths.manage,
  paths.request,
]

/** Shows the dialog until it is accepted, and reports to the server the acceptance of the signed-in person. */
export default function TermsAcceptance({ atStart }: { atStart: TermsStatus }) {
  const config = use(ServiceConfigContext)
  const session = useSession()
  const { pathname } = useLocation()
  // Kept in state, so that the acceptance holds for this page even without cookies.
  const [needsUpdate, setNeedsUpdate] = useState(atStart.needsUpdate)
  const [dialog, setDialog] = useState<{ Dialog: typeof TermsDialog; own: OwnTerms | undefined }>()

  useEffect(() => {
    if (!needsUpdate || !config) return undefined
    // If the fetch fails, the service is out of reach, too, and the next start asks again.
    const fetched = Promise.all([
      withTexts('legal', () => import('./terms-dialog.tsx')),
      brand?.terms ? import('./own/own-terms.tsx').then((own) => own.loadOwnTerms(config)) : undefined,
    ]).catch(() => undefined)
    const show = () =>
      void fetched.then((parts) => parts && setDialog({ Dialog: parts[0].default, own: parts[1] }))
    const timer = setTimeout(show, Math.max(0, delay - performance.now()))
    return () => clearTimeout(timer)
  }, [needsUpdate, config])

  const userId = session.status === 'user' ? session.user.id : undefined
  useEffect(() => {
    if (userId === undefined || needsUpdate) return undefined
    const left = new AbortController()
    recordAcceptance(userId, left.signal).catch(() => {})
    return () => left.abort()
  }, [userId, needsUpdate])

  function accept() {
    keepAcceptance(new Date())
    setNeedsUpdate(false)
  }
  if (!needsUpdate || !dialog || matchesOne(freePaths, pathname)) return null
  const { Dialog, own } = dialog
  return <Dialog accepted={atStart.acceptedVersion} own={own} onAccept={accept} />
}
