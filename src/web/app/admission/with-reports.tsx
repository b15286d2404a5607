import { Navigate } from '../../router/navigate.tsx'
import { paths } from '../../router/paths.ts'
import { Outlet } from '../../router/routes.tsx'
import { useServiceConfig } from '../../service/service-config.ts'

/** Shows the pages below it where the service takes reports; elsewhere they are addresses like any that there is not. */
export function WithReports() {
  return useServiceConfig().reports ? <Outlet /> : <Navigate to={paths.home} />
}
