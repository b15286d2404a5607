import { paths } from '../../paths.ts'
import { go } from '../../ui/router/history.ts'
import { usePlace } from '../../ui/router/place.ts'

export const tabs = ['overview', 'files', 'users', 'system'] as const
export type Tab = (typeof tabs)[number]

/** The tab in the address, so that a reload and the way back lead to it. */
export function useTab(): [tab: Tab, goTo: (tab: Tab) => void] {
  const wanted = new URLSearchParams(usePlace().search).get('tab')
  const tab = tabs.find((candidate) => candidate === wanted) ?? 'overview'
  return [tab, (next) => go(next === 'overview' ? paths.admin : `${paths.admin}?tab=${next}`)]
}
