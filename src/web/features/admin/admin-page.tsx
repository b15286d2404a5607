import './admin.css'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { loadUser } from '../../accounts/load-user.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { prefetchForAdmin, SignedInQueries } from '../../service/signed-in-queries.tsx'
import { Link } from '../../ui/page/link.tsx'
import { useDocumentTitle } from '../../ui/page/title.tsx'
import { AdminArea } from './admin-area.tsx'
import { adminKey, settingsQuery } from './shared/queries.ts'

// The tab that shows most of what it asks for.
if (location.pathname === paths.admin && location.search === '?tab=settings') prefetchForAdmin(settingsQuery)

/** The admin area, as long as the server takes the person for an administrator. */
export default function AdminPage({ webhooks }: { webhooks: ReactNode }) {
  return (
    <SignedInQueries>
      <GuardedArea webhooks={webhooks} />
    </SignedInQueries>
  )
}

function GuardedArea({ webhooks }: { webhooks: ReactNode }) {
  const queries = useQueryClient()
  const [denied, setDenied] = useState(false)
  useEffect(() => {
    return queries.getQueryCache().subscribe(({ query }) => {
      const { status, error } = query.state
      const isOurs = query.queryKey[0] === adminKey[0]
      if (isOurs && status === 'error' && error instanceof ApiError && error.code === 'FORBIDDEN')
        setDenied(true)
    })
  }, [queries])
  useEffect(() => {
    if (denied) queries.removeQueries({ queryKey: adminKey })
  }, [denied, queries])
  return denied ? <AccessDenied /> : <AdminArea webhooks={webhooks} />
}

/**
 * Shown to people who are not, or no longer, administrators. Reloads the account when they leave, so that the rest of the app
 * knows it, too.
 */
function AccessDenied() {
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
