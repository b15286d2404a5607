import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { setMaintenance } from '../../service/maintenance.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PanelIcon } from '../../ui/icons/panel-icon.tsx'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { WaitingRows } from '../../ui/lists/waiting-rows.tsx'
import { announce } from '../../ui/messages/announce.tsx'
import { failureText } from '../../ui/messages/failure-text.ts'
import { showToast } from '../../ui/messages/toast.ts'
import { Link } from '../../ui/page/link.tsx'
import { useDocumentTitle } from '../../ui/page/title.tsx'
import { FilesTab } from './files-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { ReportsTab } from './reports/reports-tab.tsx'
import { adminKey, maintenanceQuery } from './shared/queries.ts'
import { panelId, TabList, tabId, tabText } from './shared/tab-list.tsx'
import { useTab } from './shared/tabs.ts'
import { SystemTab } from './system/system-tab.tsx'
import { UsersTab } from './users/users-tab.tsx'

const waiting = (
  <div className="card clip">
    <WaitingRows rows={4} />
  </div>
)
const GroupsTab = lazyPart(() => import('./groups/groups-tab.tsx'), waiting, 'admin')
const SettingsTab = lazyPart(() => import('./settings/settings-tab.tsx'), waiting, 'admin')

/** The tabs, and the header above them. */
export function AdminArea({ webhooks }: { webhooks: ReactNode }) {
  const { tab, goTo, view, caseNumber, onCase, groupId, onGroup } = useTab()
  const maintenance = useQuery(maintenanceQuery).data?.maintenance
  useEffect(() => {
    // The frame of the page says it to administrators, too.
    if (maintenance) setMaintenance(maintenance)
  }, [maintenance])
  useDocumentTitle(t('admin.title', { tab: t(tabText[tab]) }))
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
        {tab === 'files' && <FilesTab view={view} />}
        {tab === 'users' && <UsersTab view={view} />}
        {tab === 'groups' && <GroupsTab open={groupId} onOpen={onGroup} />}
        {tab === 'reports' && <ReportsTab view={view} caseNumber={caseNumber} onCase={onCase} />}
        {tab === 'integrations' && <Suspense>{webhooks}</Suspense>}
        {tab === 'system' && <SystemTab />}
        {tab === 'settings' && <SettingsTab />}
      </div>
    </div>
  )
}

function RefreshButton() {
  const queries = useQueryClient()
  const [refresh, busy] = useSingleFlight(async () => {
    try {
      await queries.invalidateQueries({ queryKey: adminKey, refetchType: 'none' })
      await queries.refetchQueries({ queryKey: adminKey, type: 'active' }, { throwOnError: true })
      announce(t('admin.refreshed'))
    } catch (error) {
      showToast('error', failureText(error, 'admin.loadFailed'))
    }
  })
  return (
    <Button busy={busy} onClick={() => refresh()}>
      <PanelIcon name="refresh" />
      {t('admin.refresh')}
    </Button>
  )
}
