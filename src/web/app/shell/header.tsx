import './header.css'
import { type ReactNode, use } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { useSession } from '../../accounts/session.ts'
import { signOut } from '../../accounts/sign-out.ts'
import { t } from '../../i18n/t.ts'
import { useLocation } from '../../router/location.ts'
import { matchPath } from '../../router/match-path.ts'
import { paths } from '../../router/paths.ts'
import { canSignUp, ServiceConfigContext } from '../../service/service-config.ts'
import { BrandName } from '../../ui/page/brand-name.tsx'
import { Link } from '../../ui/page/link.tsx'

/** Name and main navigation; on a phone the tab bar takes over most of it. Until it is known who is there: neither's. */
export function Header({ bell }: { bell: ReactNode }) {
  const session = useSession()
  const config = use(ServiceConfigContext)
  const user = session.status === 'user' ? session.user : undefined
  return (
    <header className="top">
      <Link className="brand" to={paths.home}>
        <BrandName />
      </Link>
      <nav aria-label={t('nav.main')}>
        <HeaderLink to={paths.home}>{t('nav.upload')}</HeaderLink>
        {user && <HeaderLink to={paths.portal}>{t('nav.myFiles')}</HeaderLink>}
        {user?.isAdmin && <HeaderLink to={paths.admin}>{t('nav.admin')}</HeaderLink>}
        <Link to={paths.home}>{t('nav.home')}</Link>
      </nav>
      {user && (
        <div className="end">
          {/* No notifications before a required new password is chosen or a required second step is added. */}
          {!user.mustChangePassword && !user.mustAddFactor && bell}
          <Link
            className="avatar only-d"
            to={paths.portal}
            aria-label={t('nav.openPortal', { name: user.username })}
          >
            {user.username.slice(0, 1).toUpperCase()}
          </Link>
          <Button variant="quiet" className="only-d" onClick={signOut}>
            {t('nav.logout')}
          </Button>
        </div>
      )}
      {session.status === 'guest' && (
        <div className="end">
          <Link className="btn btn-quiet only-d" to={paths.login}>
            {t('nav.login')}
          </Link>
          {canSignUp(config) && (
            <Link className="btn btn-line" to={paths.register}>
              {t('nav.signUp')}
            </Link>
          )}
        </div>
      )}
    </header>
  )
}

function HeaderLink({ to, children }: { to: string; children: string }) {
  const { pathname } = useLocation()
  return (
    <Link to={to} aria-current={matchPath(to, pathname) && 'page'}>
      {children}
    </Link>
  )
}
