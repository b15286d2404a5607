import { Link, useLocation } from 'react-router'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { productName } from '../ui/product-name.ts'
import { Mark } from './mark.tsx'

/** Name and main navigation; on a phone the tab bar takes over most of it. */
export function Header() {
  const { pathname } = useLocation()
  return (
    <header className="top">
      <Link className="brand" to={paths.home}>
        <Mark />
        {productName}
      </Link>
      <nav aria-label={t('nav.main')}>
        <Link to={paths.home} aria-current={pathname === paths.home ? 'page' : undefined}>
          {t('nav.upload')}
        </Link>
        <Link to={paths.home}>{t('nav.home')}</Link>
      </nav>
      <div className="end">
        <Link className="btn btn-quiet only-d" to={paths.login}>
          {t('nav.login')}
        </Link>
        <Link className="btn btn-line" to={paths.register}>
          {t('nav.signUp')}
        </Link>
      </div>
    </header>
  )
}
