import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { setMaintenance } from '../../api/maintenance.ts'
import { failureText } from '../../failure-text.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../paths.ts'
import { announce } from '../../ui/announce.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { PanelIcon } from '../../ui/panel-icon.tsx'
import { showToast } from '../../ui/toast.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useOneAtATime } from '../../ui/use-one-at-a-time.ts'
import { FilesTab } from './files-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { maintenanceQuery } from './queries.ts'
import type { SharedPlace } from './shared-place.ts'
import { SystemTab } from './system-tab.tsx'
import { panelId, TabList, tabId, tabText } from './tab-list.tsx'
import { useTab } from './tabs.ts'
import { UsersTab } from './users-tab.tsx'

/** The four tabs, and what stands above them. */
export function AdminArea() {
  const [tab, goTo] = useTab()
  const [{ page, search }, setPlace] = useState({ page: 1, search: '' })
  const maintenance = useQuery(maintenanceQuery).data?.maintenance
  useEffect(() => {
    // The frame of the page says it to administrators, too.
    if (maintenance) setMaintenance(maintenance)
  }, [maintenance])
  useDocumentTitle(t('admin.title', { tab: t(tabText[tab]) }))
  const shared: SharedPlace = {
    page,
    search,
    onPage: (next) => setPlace({ page: next, search }),
    onSearch: (wanted) => setPlace({ page: 1, search: wanted }),
  }
  return (
    <div className="stack admin">
      <div>
        <div className="bar-row between admin-head">
          <h1>{t('nav.admin')}</h1>
          <div className="bar-row">
            <RefreshButton />
            <Link className="btn btn-quiet" to={paths.home}>
              <Icon name="back" />
              {t('nav.backToHome')}
            </Link>
          </div>
        </div>
        <TabList tab={tab} onTab={goTo} />
      </div>
      <div id={panelId} className="stack" role="tabpanel" aria-labelledby={tabId(tab)} tabIndex={-1}>
        {tab === 'overview' && <OverviewTab />}
        {tab === 'files' && <FilesTab place={shared} />}
        {tab === 'users' && <UsersTab place={shared} />}
        {tab === 'system' && <SystemTab />}
      </div>
    </div>
  )
}

function RefreshButton() {
  const queries = useQueryClient()
  const [refresh, busy] = useOneAtATime(async () => {
    try {
      await queries.invalidateQueries({ refetchType: 'none' })
      await queries.refetchQueries({ type: 'active' }, { throwOnError: true })
      announce(t('admin.refreshed'))
    } catch (error) {
      showToast('error', failureText(error, 'admin.loadFailed'))
    }
  })
  return (
    <button
      type="button"
      className="btn btn-line"
      aria-disabled={busy || undefined}
      onClick={() => refresh()}
    >
      <PanelIcon name="refresh" />
      {t('admin.refresh')}
    </button>
  )
}
