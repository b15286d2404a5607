import { useEffect } from 'react'
import { loadUser } from '../../accounts/load-user.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { Link } from '../../ui/page/link.tsx'
import { useDocumentTitle } from '../../ui/page/title.tsx'

/**
 * Shown to people who are not, or no longer, administrators. Reloads the account when they leave, so that the rest of the app
 * knows it, too.
 */
export function AccessDenied() {
  useDocumentTitle(t('admin.denied.title'))
  useEffect(
    () => () => {
      if (location.pathname !== paths.admin) void loadUser()
    },
    [],
  )
  return (
    <div className="stand-in stack" role="alert">
      <h1 className="title-xl">{t('admin.denied.text')}</h1>
      <div>
        <Link className="btn btn-primary" to={paths.home}>
          {t('admin.denied.home')}
        </Link>
      </div>
    </div>
  )
}
