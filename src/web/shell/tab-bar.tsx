import { Link, useLocation } from 'react-router'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'

/** The bottom bar of a phone. */
export function TabBar() {
  const { pathname } = useLocation()
  return (
    <nav className="tabbar" aria-label={t('nav.bottom')}>
      <Link to={paths.home} aria-current={pathname === paths.home ? 'page' : undefined}>
        <Icon name="upload" />
        {t('nav.upload')}
      </Link>
      <Link to={paths.login} aria-current={pathname === paths.login ? 'page' : undefined}>
        <Icon name="person" />
        {t('nav.login')}
      </Link>
    </nav>
  )
}
