import { useSession } from '../api/session.ts'
import { MainArea } from '../ui/main-area.tsx'
import { Navigate } from '../ui/router/navigate.tsx'
import { usePlace } from '../ui/router/place.ts'
import { Outlet } from '../ui/router/routes.tsx'
import type { Admission } from './admission.ts'
import { Waiting } from './waiting.tsx'

/**
 * Shows the pages below it to those who may see them, as soon as it is known who is there; others go elsewhere.
 * `alone`: there is no frame around it yet.
 */
export function Guard({ admits, alone = false }: { admits: Admission; alone?: boolean }) {
  const session = useSession()
  const place = usePlace()
  const known = session.status !== 'loading'
  const elsewhere = known ? admits(session.status === 'user' ? session.user : undefined, place) : undefined
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
