import './profile.css'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { signOut } from '#web/accounts/sign-out.ts'
import { preferencesQuery, profileQuery } from '#web/app/service/queries.ts'
import { t } from '#web/i18n/t.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { PortalProblem } from '#web/ui/messages/portal-problem.tsx'
import { useDocumentTitle } from '#web/ui/page/use-document-title.ts'
import { ApiKeysSection } from '../api-keys/api-keys-section.tsx'
import { SecuritySection } from '../security/security-section.tsx'
import { AccountSection } from './account-section.tsx'
import { ConsentsSection } from './consents-section.tsx'
import { OwnDataSection } from './own-data-section.tsx'
import { ProSection } from './pro-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** One's own account: what it is, where it is signed in, and what is held about it. `keys`: its key pairs. */
export default function ProfilePage({ keys }: { keys: ReactNode }) {
  useDocumentTitle(t('portal.profile'))
  const [profile, preferences] = useQueries({ queries: [profileQuery, preferencesQuery] })
  const failed = [profile, preferences].filter(({ isError, data }) => isError && !data)
  if (failed.length > 0)
    return <PortalProblem onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
  return (
    <div className="stack-m profile">
      <div className="bar-row between">
        <h1>{t('portal.profile')}</h1>
        <button type="button" className="btn btn-line only-m" onClick={signOut}>
          <Icon name="leave" />
          {t('nav.logout')}
        </button>
      </div>
      {profile.data && preferences.data ? (
        <>
          <AccountSection profile={profile.data} preferences={preferences.data} />
          {!profile.data.isPro && <ProSection />}
          <SecuritySection username={profile.data.username} />
          {keys}
          <ApiKeysSection isAdmin={profile.data.isAdmin} />
          <SessionsSection />
          <ConsentsSection />
          <OwnDataSection />
        </>
      ) : (
        <div className="card">
          <WaitingRows rows={8} />
        </div>
      )}
    </div>
  )
}
