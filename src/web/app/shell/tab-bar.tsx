import './tab-bar.css'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { useSession } from '../../accounts/session.ts'
import { t } from '../../i18n/t.ts'
import { useLocation } from '../../router/location.ts'
import { matchPath } from '../../router/match-path.ts'
import { paths } from '../../router/paths.ts'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { Link } from '../../ui/page/link.tsx'

const MenuSheet = lazyPart(() => import('./menu-sheet.tsx'))

/** The bottom bar of a phone. */
export function TabBar() {
  const session = useSession()
  const [menuOpen, setMenuOpen] = useState(false)
  return (
    <>
      <nav className="tabbar" aria-label={t('nav.bottom')}>
        <Tab to={paths.home} icon="upload" text={t('nav.upload')} />
        {session.status === 'guest' && <Tab to={paths.login} icon="person" text={t('nav.login')} />}
        {session.status === 'user' && (
          <>
            <Tab to={paths.portal} icon="folder" text={t('nav.myFiles')} />
            <Button
              variant="plain"
              aria-haspopup="dialog"
              aria-expanded={menuOpen}
              onClick={() => setMenuOpen(true)}
            >
              <Icon name="menu" />
              {t('nav.menu')}
            </Button>
          </>
        )}
      </nav>
      {menuOpen && session.status === 'user' && (
        <MenuSheet user={session.user} onClose={() => setMenuOpen(false)} />
      )}
    </>
  )
}

function Tab({ to, icon, text }: { to: string; icon: IconName; text: string }) {
  const { pathname } = useLocation()
  return (
    <Link to={to} aria-current={matchPath(to, pathname) && 'page'}>
      <Icon name={icon} />
      {text}
    </Link>
  )
}
