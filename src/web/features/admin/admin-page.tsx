import './admin.css'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { paths } from '../../router/paths.ts'
import { askEarly, SignedInQueries } from '../../service/signed-in-queries.tsx'
import { AccessDenied } from './access-denied.tsx'
import { AdminArea } from './admin-area.tsx'
import { adminKey, settingsQuery } from './shared/queries.ts'

// The tab that shows most of what it asks for.
if (location.pathname === paths.admin && location.search === '?tab=settings') askEarly(settingsQuery)

/** The admin area, as long as the server takes the person for an administrator. */
export default function AdminPage() {
  return (
    <SignedInQueries>
      <GuardedArea />
    </SignedInQueries>
  )
}

function GuardedArea() {
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
  return denied ? <AccessDenied /> : <AdminArea />
}
