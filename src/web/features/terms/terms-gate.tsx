import { use, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { termsVersion } from '#contract/terms.ts'
import { ServiceConfigContext } from '../../api/service-config.ts'
import { useSession } from '../../api/session.ts'
import { withTexts } from '../../i18n/with-texts.ts'
import { paths } from '../../paths.ts'
import { keepAcceptance, termsStatus } from './acceptance.ts'
import type TermsDialog from './terms-dialog.tsx'

/** Milliseconds after the start at which the dialog may come. */
const delay = 100

/** What people have to be able to read before they accept anything. */
const freePaths: readonly string[] = [paths.privacy, paths.imprint]

/** Asks for the acceptance of the terms wherever this browser does not remember one of their present version. */
export function TermsGate() {
  const config = use(ServiceConfigContext)
  const session = useSession()
  const { pathname } = useLocation()
  const [{ acceptedVersion, needsUpdate }, setStatus] = useState(() => termsStatus(document.cookie))
  const [Dialog, setDialog] = useState<typeof TermsDialog>()

  useEffect(() => {
    if (!needsUpdate) return undefined
    // Where it cannot be fetched the service cannot be used either, and the next start asks again.
    const fetched = withTexts('legal', import('./terms-dialog.tsx')).catch(() => undefined)
    const timer = setTimeout(() => {
      void fetched.then((dialog) => setDialog(() => dialog?.default))
    }, delay)
    return () => clearTimeout(timer)
  }, [needsUpdate])

  const userId = session.status === 'user' ? session.user.id : undefined
  useEffect(() => {
    if (userId === undefined || needsUpdate) return
    import('./record-acceptance.ts').then(({ recordAcceptance }) => recordAcceptance(userId)).catch(() => {})
  }, [userId, needsUpdate])

  function accept() {
    keepAcceptance(new Date())
    // Where cookies are switched off, this page remembers.
    setStatus({ hasAccepted: true, acceptedVersion: termsVersion, needsUpdate: false })
  }
  if (!config || !needsUpdate || !Dialog || freePaths.includes(pathname)) return null
  return <Dialog accepted={acceptedVersion} onAccept={accept} />
}
