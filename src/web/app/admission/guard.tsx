import { useSession } from '../../accounts/session.ts'
import { useLocation } from '../../router/location.ts'
import { paths } from '../../router/paths.ts'
import { Navigate, Outlet } from '../../router/routes.tsx'
import { useServiceConfig } from '../../service/service-config.ts'
import { MainArea } from '../../ui/page/main-area.tsx'
import { Waiting } from '../stand-ins/waiting.tsx'
import type { Admission } from './admission.ts'

/**
 * Shows the pages below it to people who may see them, as soon as the session is known, and redirects others. `alone`: there is
 * no frame around it yet.
 */
export function Guard({ admits, alone = false }: { admits: Admission; alone?: boolean }) {
  const session = useSession()
  const location = useLocation()
  const known = session.status !== 'loading'
  const elsewhere = known ? admits(session.status === 'user' ? session.user : undefined, location) : undefined
  if (known && elsewhere === undefined) return <Outlet />
  // The page elsewhere may have to be fetched first.
  const waiting = (
    <>
      <Waiting />
      {elsewhere !== undefined && <Navigate to={elsewhere} />}
    </>
  )
  return alone ? <MainArea>{waiting}</MainArea> : waiting
}

/** Shows the pages below it where the service takes reports; elsewhere they are addresses like any that there is not. */
export function WithReports() {
  return useServiceConfig().reports ? <Outlet /> : <Navigate to={paths.home} />
}
