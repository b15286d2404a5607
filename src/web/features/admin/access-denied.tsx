import { useEffect } from 'react'
import { loadUser } from '../../api/load-user.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

/** For whoever is no administrator, or no longer one. Once they leave, the rest of the app learns it, too. */
export function AccessDenied() {
  useDocumentTitle(t('admin.denied.title'))
  useEffect(
    () => () => {
      if (location.pathname !== paths.admin) void loadUser()
    },
    [],
  )
  return (
    <div className="on-its-way stack" role="alert">
      <h1 className="title-xl">{t('admin.denied.text')}</h1>
      <div>
        <Link className="btn btn-primary" to={paths.home}>
          {t('admin.denied.home')}
        </Link>
      </div>
    </div>
  )
}
