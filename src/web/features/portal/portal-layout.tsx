import './portal.css'
import { type ReactNode, use } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import { useSession } from '../../accounts/session.ts'
import { signOut } from '../../accounts/sign-out.ts'
import { type TextKey, t } from '../../i18n/t.ts'
import { useLocation } from '../../router/location.ts'
import { matchPath } from '../../router/match-path.ts'
import { paths } from '../../router/paths.ts'
import { Outlet } from '../../router/routes.tsx'
import { ServiceConfigContext } from '../../service/service-config.ts'
import { SignedInQueries } from '../../service/signed-in-queries.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { PanelIcon } from '../../ui/icons/panel-icon.tsx'
import { lazyExtra } from '../../ui/lazy/lazy-part.tsx'
import { BrandName } from '../../ui/page/brand-name.tsx'
import { Link } from '../../ui/page/link.tsx'
import { MainArea, PageSlot } from '../../ui/page/main-area.tsx'

const Toasts = lazyExtra(() => import('../../ui/messages/toasts.tsx'))

const sections: readonly Section[] = [
  { to: paths.portal, icon: <PanelIcon name="grid" />, name: 'portal.dashboard' },
  { to: paths.portalFiles, icon: <Icon name="folder" />, name: 'portal.files' },
  { to: paths.portalRequests, icon: <PanelIcon name="inbox" />, name: 'portal.requests' },
  { to: paths.portalContacts, icon: <PanelIcon name="people" />, name: 'portal.contacts' },
  { to: paths.portalProfile, icon: <Icon name="person" />, name: 'portal.profile' },
]

type Section = { readonly to: string; readonly icon: ReactNode; readonly name: TextKey }

/** `waiting` takes the place of a page that is slow to load. */
type Props = { bell: ReactNode; footer: ReactNode; waiting: ReactNode }

/** The frame around the portal, for a signed-in person. Without one it renders nothing. */
export default function PortalLayout(parts: Props) {
  const session = useSession()
  return session.status === 'user' ? <Portal key={session.user.id} {...session.user} {...parts} /> : null
}

function Portal({ username, isPro, isAdmin, bell, footer, waiting }: Props & User) {
  const plans = use(ServiceConfigContext)?.plans
  const initial = username.slice(0, 1).toUpperCase()
  return (
    <SignedInQueries>
      <header className="top portal-top only-m">
        <Brand />
        {bell}
        <Link className="avatar" to={paths.portalProfile} aria-label={t('portal.profile')}>
          {initial}
        </Link>
      </header>
      <div className="portal">
        <aside className="side" aria-label={t('portal.side')}>
          <div className="side-head">
            <Brand />
            {bell}
          </div>
          <Link className="btn btn-primary" to={paths.home}>
            <Icon name="upload" />
            {t('nav.upload')}
          </Link>
          <nav aria-label={t('portal.label')}>
            {sections.map((section) => (
              <SectionLink key={section.to} section={section} className="it" />
            ))}
          </nav>
          <div className="me">
            <span className="avatar" aria-hidden="true">
              {initial}
            </span>
            <span className="who">
              <b>{username}</b>
              {plans !== 'hidden' && !isAdmin && (
                <span className="xs muted">{t(isPro ? 'portal.proPlan' : 'portal.freePlan')}</span>
              )}
            </span>
            <IconButton label={t('nav.logout')} onClick={signOut}>
              <PanelIcon name="leave" />
            </IconButton>
          </div>
        </aside>
        <div className="portal-page">
          <PageSlot meanwhile={waiting}>
            <MainArea>
              <Outlet />
            </MainArea>
            {footer}
          </PageSlot>
        </div>
      </div>
      <nav className="tabbar" aria-label={t('portal.label')}>
        <Link to={paths.home}>
          <Icon name="upload" />
          {t('nav.upload')}
        </Link>
        {sections.map((section) => (
          <SectionLink key={section.to} section={section} />
        ))}
      </nav>
      <Toasts />
    </SignedInQueries>
  )
}

function Brand() {
  return (
    <Link className="brand" to={paths.home}>
      <BrandName />
    </Link>
  )
}

type SectionProps = { section: Section; className?: string }

function SectionLink({ section: { to, icon, name }, className }: SectionProps) {
  const { pathname } = useLocation()
  return (
    <Link to={to} className={className} aria-current={matchPath(to, pathname) && 'page'}>
      {icon}
      {t(name)}
    </Link>
  )
}
