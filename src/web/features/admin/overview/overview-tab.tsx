import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '#contract/operations/admin.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { formatNumber, formatPercent } from '#web/i18n/format/further-formats.ts'
import { t } from '../../../i18n/t.ts'
import { Checklist } from '../setup/checklist.tsx'
import { NotLoaded } from '../shared/not-loaded.tsx'
import { dashboardQuery } from '../shared/queries.ts'
import { RecentActivity } from './recent-activity.tsx'
import { StorageDistribution } from './storage-distribution.tsx'
import { Totals } from './totals.tsx'

export function OverviewTab() {
  const { data, error, refetch } = useQuery(dashboardQuery)
  const dashboard = data?.dashboard
  if (!dashboard && error) return <NotLoaded error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Checklist />
      <DashboardTotals dashboard={dashboard} />
      <div className="admin-grid">
        <StorageDistribution storage={dashboard?.storage} />
        <RecentActivity activity={dashboard?.recentActivity} />
      </div>
    </>
  )
}

/** The places of the numbers are there before the numbers. */
function DashboardTotals({ dashboard }: { dashboard: Dashboard | undefined }) {
  const users = dashboard?.users
  const files = dashboard?.files
  const proPart = users && users.totalUsers > 0 ? users.proUsers / users.totalUsers : 0
  return (
    <Totals
      totals={[
        {
          name: t('admin.overview.users'),
          value: users && formatNumber(users.totalUsers),
          more: users ? t('admin.overview.thisWeek', { count: users.newUsersThisWeek }) : '',
        },
        {
          name: t('admin.overview.files'),
          value: files && formatNumber(files.totalFiles),
          more: files ? t('admin.overview.thisWeek', { count: files.newFilesThisWeek }) : '',
        },
        {
          name: t('admin.overview.storage'),
          value: files && formatSize(files.totalSize),
          more: files ? t('admin.overview.activeFiles', { count: files.activeFiles }) : '',
        },
        {
          name: t('admin.overview.pro'),
          value: users && formatNumber(users.proUsers),
          more: users ? t('admin.overview.ofTotal', { percent: formatPercent(proPart) }) : '',
        },
      ]}
    />
  )
}
