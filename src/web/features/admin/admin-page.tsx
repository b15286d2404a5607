import './admin.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { createQueryClient } from '../../app/service/create-query-client.ts'
import { useRefetchWhenBack } from '../../app/service/use-refetch-when-back.ts'
import { AccessDenied } from './access-denied.tsx'
import { AdminArea } from './admin-area.tsx'

/** The admin area, as long as the server takes whoever is there for an administrator. */
export default function AdminPage() {
  const [denied, setDenied] = useState(false)
  const [queries] = useState(() =>
    createQueryClient((error) => {
      if (error instanceof ApiError && error.code === 'FORBIDDEN') setDenied(true)
    }),
  )
  useRefetchWhenBack(queries)
  useEffect(() => {
    if (denied) queries.clear()
  }, [denied, queries])

  if (denied) return <AccessDenied />
  return (
    <QueryClientProvider client={queries}>
      <AdminArea />
    </QueryClientProvider>
  )
}
