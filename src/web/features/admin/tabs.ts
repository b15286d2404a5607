import { navigate } from '../../app/router/history.ts'
import { useLocation } from '../../app/router/location.ts'
import { paths } from '../../app/router/paths.ts'

export const tabs = ['overview', 'files', 'users', 'system'] as const
export type Tab = (typeof tabs)[number]

/** The tab in the address, so that a reload and the way back lead to it. */
export function useTab(): [tab: Tab, goTo: (tab: Tab) => void] {
  const wanted = new URLSearchParams(useLocation().search).get('tab')
  const tab = tabs.find((candidate) => candidate === wanted) ?? 'overview'
  return [tab, (next) => navigate(next === 'overview' ? paths.admin : `${paths.admin}?tab=${next}`)]
}
