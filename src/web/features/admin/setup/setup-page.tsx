import './setup.css'
import { paths } from '#web/router/paths.ts'
import { askEarly, SignedInQueries } from '#web/service/signed-in-queries.tsx'
import { useSession } from '../../../accounts/session.ts'
import { t } from '../../../i18n/t.ts'
import { useDocumentTitle } from '../../../ui/page/title.tsx'
import { settingsQuery, setupQuery } from '../shared/queries.ts'
import { SetupEntry } from './setup-entry.tsx'
import { SetupSteps } from './setup-steps.tsx'

if (location.pathname === paths.setup) {
  askEarly(setupQuery)
  askEarly(settingsQuery)
}

/** The set-up: its link creates the administrator, who then goes through the steps. An administrator can return to it. */
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
