import './setup.css'
import { paths } from '#web/router/paths.ts'
import { askEarly, SignedInQueries } from '#web/service/signed-in-queries.tsx'
import { useSession } from '../../../accounts/session.ts'
import { t } from '../../../i18n/t.ts'
import { useDocumentTitle } from '../../../ui/page/use-document-title.ts'
import { settingsQuery, setupQuery } from '../shared/queries.ts'
import { SetupEntry } from './setup-entry.tsx'
import { SetupSteps } from './setup-steps.tsx'

if (location.pathname === paths.setup) {
  askEarly(setupQuery)
  askEarly(settingsQuery)
}

/**
 * An operator's first minutes: the set-up link makes the administrator, who then looks at one thing after the other. An
 * administrator may come back to it.
 */
export default function SetupPage() {
  useDocumentTitle(t('setup.title'))
  const session = useSession()
  if (session.status === 'loading') return <div className="setup-wait" />
  if (session.status !== 'user' || !session.user.isAdmin) return <SetupEntry />
  return (
    <SignedInQueries>
      <SetupSteps />
    </SignedInQueries>
  )
}
