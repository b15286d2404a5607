import { navigate } from '#web/router/history.ts'
import { paths } from '#web/router/paths.ts'
import { defineSearch } from '#web/router/search.ts'
import { useSearch } from '#web/router/use-search.ts'
import { useServiceConfig } from '#web/service/service-config.ts'

const tabs = [
  'overview',
  'files',
  'users',
  'groups',
  'reports',
  'integrations',
  'system',
  'settings',
] as const
export type Tab = (typeof tabs)[number]

/** The tabs of this service. */
export function useTabs(): readonly Tab[] {
  const { reports } = useServiceConfig()
  return reports ? tabs : tabs.filter((tab) => tab !== 'reports')
}

const adminSearch = defineSearch((query) => ({
  tab: query.oneOf('tab', tabs),
  page: query.count('page'),
  search: query.text('search'),
  case: query.text('case'),
  group: query.text('group'),
}))

/** The tab in the address and where its lists stand, so that a reload and the way back lead there. */
export function useTab(): {
  tab: Tab
  goTo: (tab: Tab) => void
  view: SharedView
  /** The number of the case that is open; empty without one. */
  caseNumber: string
  onCase: (number: string) => void
  /** The id of the group that is open; empty without one. */
  groupId: string
  onGroup: (id: string) => void
} {
  const [values, change] = useSearch(adminSearch)
  const offered = useTabs()
  return {
    tab: offered.includes(values.tab) ? values.tab : 'overview',
    goTo: (tab) =>
      navigate({ pathname: paths.admin, search: adminSearch.write({ ...values, tab, case: '', group: '' }) }),
    caseNumber: values.case,
    onCase: (number) =>
      navigate({ pathname: paths.admin, search: adminSearch.write({ ...values, case: number }) }),
    groupId: values.group,
    onGroup: (id) => navigate({ pathname: paths.admin, search: adminSearch.write({ ...values, group: id }) }),
    view: {
      page: values.page,
      search: values.search,
      onPage: (page) => change({ page }),
      onSearch: (search) => change({ page: 1, search }),
    },
  }
}

/** Page number and search text that the lists of users and files share. */
export type SharedView = {
  readonly page: number
  readonly search: string
  readonly onPage: (page: number) => void
  /** Begins on the first page again. */
  readonly onSearch: (search: string) => void
}
