import { useSyncExternalStore } from 'react'
import { useLocation } from '../../router/location.ts'
import { paths } from '../../router/paths.ts'
import { activity } from '../../transfers/store/active.ts'
import { lazyExtra } from '../../ui/lazy/lazy-extra.ts'

const ElsewhereBar = lazyExtra(() => import('../../transfers/ui/elsewhere-bar.tsx'))

/** The way back to a transfer, on every page but its own. */
export function Elsewhere() {
  const active = useSyncExternalStore(activity.subscribe, activity.read)
  const { pathname } = useLocation()
  return active && pathname !== paths.home ? <ElsewhereBar /> : null
}
