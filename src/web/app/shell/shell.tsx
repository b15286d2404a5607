import { type MouseEvent, type ReactNode, use, useSyncExternalStore } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import { useSession } from '../../accounts/session.ts'
import { t } from '../../i18n/t.ts'
import { useLocation } from '../../router/location.ts'
import { matchesOne } from '../../router/match-path.ts'
import { paths } from '../../router/paths.ts'
import { Outlet } from '../../router/routes.tsx'
import { useMaintenance } from '../../service/maintenance.ts'
import { ServiceConfigContext } from '../../service/service-config.ts'
import { activity } from '../../transfers/store/active.ts'
import { lazyPage } from '../../ui/lazy/lazy-page.ts'
import { lazyExtra } from '../../ui/lazy/lazy-part.tsx'
import { LiveRegion } from '../../ui/messages/announce.tsx'
import { MainArea, PageSlot } from '../../ui/page/main-area.tsx'
import { PageBoundary } from '../stand-ins/error-boundary.tsx'
import { Unreachable, Waiting } from '../stand-ins/waiting.tsx'
import { Banner, Notices } from './banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { TabBar } from './tab-bar.tsx'

const MaintenancePage = lazyPage(() => import('../stand-ins/maintenance-page.tsx'))

/**
 * Pages that stay open during maintenance: to sign in as an administrator, legal texts, and links of mails that cannot wait.
 */
const openPaths: readonly string[] = [
  paths.login,
  paths.terms,
  paths.privacy,
  paths.pricing,
  paths.imprint,
  paths.moderate,
  paths.stopMails,
]

/** Parts of every page, whatever its frame. `terms`: asks for their acceptance. */
export function Shell({ terms }: { terms: ReactNode }) {
  const config = use(ServiceConfigContext)
  const closed = useClosed(config)
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place in the page, see skip */}
      <a className="skip" href="#main" onClick={skip}>
        {t('shell.skip')}
      </a>
      {!closed && (
        <>
          <Banner />
          <Notices />
        </>
      )}
      {config && !closed ? (
        <Outlet />
      ) : (
        <PageFrame bell={null}>{closed ? <MaintenancePage /> : <Unreachable />}</PageFrame>
      )}
      <Elsewhere />
      {terms}
      <LiveRegion />
    </>
  )
}

/** The address stays as it is: what stands behind its number sign may be a secret that the page needs. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

/**
 * Whether maintenance hides every page from this visitor. One that began while a page was open closes
 * nothing: what was typed or selected there has to stay.
 */
function useClosed(config: ServiceConfig | null): boolean {
  const { active } = useMaintenance()
  const { pathname } = useLocation()
  const session = useSession()
  if (!config?.maintenance.active || !active || matchesOne(openPaths, pathname)) return false
  return session.status !== 'user' || !session.user.isAdmin
}

const Toasts = lazyExtra(() => import('../../ui/messages/toasts.tsx'))

/** The frame around every page but those of the portal. `bell`: the notifications of the account. */
export function PageFrame({ bell, children }: { bell: ReactNode; children?: ReactNode }) {
  return (
    <>
      <Header bell={bell} />
      {/* The footer waits with the page, or it would jump when the page has come. */}
      <PageSlot meanwhile={<Waiting />}>
        <MainArea>
          <PageBoundary>{children}</PageBoundary>
        </MainArea>
        <Footer />
      </PageSlot>
      <TabBar />
      <Toasts />
    </>
  )
}

const ElsewhereBar = lazyExtra(() => import('../../transfers/ui/elsewhere-bar.tsx'))

/** The way back to a transfer, on every page but its own. */
function Elsewhere() {
  const active = useSyncExternalStore(activity.subscribe, activity.read)
  const { pathname } = useLocation()
  return active && pathname !== paths.home ? <ElsewhereBar /> : null
}
