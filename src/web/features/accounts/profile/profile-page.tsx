import '#web/ui/page/scroll-row.css'
import './profile.css'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { askFile } from '#web/accounts/ask-file.ts'
import { useSession } from '#web/accounts/session.ts'
import { signOut } from '#web/accounts/sign-out.ts'
import { formatDuration, formatSize } from '#web/i18n/format/format.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { defineSearch } from '#web/router/search.ts'
import { useSearch } from '#web/router/use-search.ts'
import { preferencesQuery, profileQuery } from '#web/service/queries.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { Link } from '#web/ui/page/link.tsx'
import { PortalProblem } from '#web/ui/page/problems.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'
import { ApiKeysSection } from '../api-keys/api-keys-section.tsx'
import { PasskeysSection } from '../security/passkeys/passkeys-section.tsx'
import { SecuritySection } from '../security/security-section.tsx'
import { AccountSection } from './account-section.tsx'
import { ConsentsSection } from './consents-section.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { SessionsSection } from './sessions-section.tsx'

const ConnectedSection = lazyPart(() => import('../security/connected-section.tsx'), null, 'portal')
const ConfirmReturn = lazyPart(() => import('../confirm/confirm-return.tsx'), null, 'portal')

/** The account in parts: its data, how it signs in, its key pairs (`keys`), its programs, and the data held about it. */
export default function ProfilePage({ keys }: { keys: ReactNode }) {
  const [{ section }] = useSearch(profileSearch)
  useDocumentTitle(t(section === 'account' ? 'portal.profile' : tabText[section]))
  const { oidc, plans } = useServiceConfig()
  const session = useSession()
  const [profile, preferences] = useQueries({ queries: [profileQuery, preferencesQuery] })
  const failed = [profile, preferences].filter(({ isError, data }) => isError && !data)
  if (session.status !== 'user') return null
  const { username, isAdmin } = session.user
  if (section === 'account' && failed.length > 0)
    return <PortalProblem onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
  return (
    <div className="stack-m profile">
      <div className="bar-row between">
        <h1>{t('portal.profile')}</h1>
        <Button className="only-m" onClick={signOut}>
          <PanelIcon name="leave" />
          {t('nav.logout')}
        </Button>
      </div>
      <ProfileTabs tab={section} />
      {section === 'account' &&
        (profile.data && preferences.data ? (
          <>
            <AccountSection profile={profile.data} preferences={preferences.data} />
            {!profile.data.isPro && !isAdmin && plans !== 'hidden' && <ProSection />}
          </>
        ) : (
          <div className="card">
            <WaitingRows rows={8} />
          </div>
        ))}
      {section === 'security' && (
        <>
          <PasskeysSection username={username} />
          <SecuritySection username={username} />
          {oidc && <ConnectedSection name={oidc.name} />}
          <SessionsSection />
        </>
      )}
      {section === 'keys' && keys}
      {section === 'integrations' && (
        <>
          <ApiKeysSection isAdmin={isAdmin} />
          <WebhooksEntry />
        </>
      )}
      {oidc && <ConfirmReturn />}
      {section === 'data' && (
        <>
          <ConsentsSection />
          <OwnDataSection />
        </>
      )}
    </div>
  )
}

const tabs = ['account', 'security', 'keys', 'integrations', 'data'] as const
type ProfileTab = (typeof tabs)[number]

const profileSearch = defineSearch((query) => ({ section: query.oneOf('section', tabs) }))

const tabText = {
  account: 'profile.account',
  security: 'profile.tab.security',
  keys: 'profile.tab.keys',
  integrations: 'profile.tab.integrations',
  data: 'profile.tab.data',
} as const satisfies Record<ProfileTab, TextKey>

/** The parts of the profile, each with an address of its own. */
function ProfileTabs({ tab }: { tab: ProfileTab }) {
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is current then
  useEffect(() => {
    // They may be wider than a phone.
    const current = list.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  return (
    <nav ref={list} className="profile-tabs scroll-row" aria-label={t('profile.tabs')}>
      {tabs.map((name) => (
        <Link
          key={name}
          to={{ pathname: paths.portalProfile, search: profileSearch.write({ section: name }) }}
          aria-current={name === tab ? 'page' : undefined}
        >
          {t(tabText[name])}
        </Link>
      ))}
    </nav>
  )
}

/** Leads to the webhooks of the account. */
function WebhooksEntry() {
  return (
    <section className="card card-pad bar-row between">
      <div className="pro-text">
        <h2>{t('profile.webhooks')}</h2>
        <p className="muted small">{t('profile.webhooksText')}</p>
      </div>
      <Link className="btn btn-line" to={paths.portalWebhooks}>
        {t('profile.webhooksManage')}
      </Link>
    </section>
  )
}

/** Announces Pro, which is not available yet, as the button says. */
function ProSection() {
  const { limits, expiryOptions } = useServiceConfig()
  const longest = Math.max(...expiryOptions.map(({ duration }) => duration))
  return (
    <section className="card card-pad bar-row between">
      <div className="pro-text">
        <h2>
          {t('profile.upgrade')} <span className="badge badge-pro">{t('badge.pro')}</span>
        </h2>
        <p className="muted small">
          {t('profile.upgradeText', {
            size: formatSize(limits.fileSize.pro),
            life: formatDuration(longest, 'long'),
          })}
        </p>
      </div>
      <Button onClick={() => showToast('plain', t('profile.upgradeSoon'))}>{t('profile.upgrade')}</Button>
    </section>
  )
}

/** Everything that is held about someone: to take along, and to have erased. */
function OwnDataSection() {
  const [erasing, setErasing] = useState(false)
  const [exportData, busy] = useSingleFlight(async () => {
    try {
      saveContent(await askFile('exportAccount'))
      showToast('success', t('profile.exported'))
    } catch (error) {
      showToast('error', failureWithReason(error, 'profile.exportFailed'))
    }
  })

  return (
    <section className="card card-pad stack">
      <h2>{t('profile.data')}</h2>
      <p className="muted">{t('profile.dataText')}</p>
      <div className="bar-row">
        <Button busy={busy} onClick={() => exportData()}>
          <Icon name="download" />
          {t(busy ? 'profile.exporting' : 'profile.export')}
        </Button>
        <Button variant="quiet-danger" onClick={() => setErasing(true)}>
          <Icon name="bin" />
          {t('profile.erase.title')}
        </Button>
      </div>
      {erasing && <EraseDialog onClose={() => setErasing(false)} />}
    </section>
  )
}
