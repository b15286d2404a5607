import { useQuery } from '@tanstack/react-query'
import { formatSize } from '../../i18n/format.ts'
import { formatNumber, formatPercent } from '../../i18n/format-number.ts'
import { t } from '../../i18n/t.ts'
import { NotLoaded } from './not-loaded.tsx'
import { dashboardQuery } from './queries.ts'
import { RecentActivity } from './recent-activity.tsx'
import { StorageDistribution } from './storage-distribution.tsx'
import { Totals } from './totals.tsx'

export function OverviewTab() {
  const { data, error, refetch } = useQuery(dashboardQuery)
  if (!data) return <NotLoaded error={error} onRetry={() => void refetch()} />
  const { users, files, storage, recentActivity } = data.dashboard
  const proPart = users.totalUsers === 0 ? 0 : users.proUsers / users.totalUsers
  return (
    <>
      <Totals
        totals={[
          {
            name: t('admin.overview.users'),
            value: formatNumber(users.totalUsers),
            more: t('admin.overview.thisWeek', { count: users.newUsersThisWeek }),
          },
          {
            name: t('admin.overview.files'),
            value: formatNumber(files.totalFiles),
            more: t('admin.overview.thisWeek', { count: files.newFilesThisWeek }),
          },
          {
            name: t('admin.overview.storage'),
            value: formatSize(files.totalSize),
            more: t('admin.overview.activeFiles', { count: files.activeFiles }),
          },
          {
            name: t('admin.overview.pro'),
            value: formatNumber(users.proUsers),
            more: t('admin.overview.ofTotal', { percent: formatPercent(proPart) }),
          },
        ]}
      />
      <div className="admin-grid">
        <StorageDistribution storage={storage} />
        <RecentActivity activity={recentActivity} />
      </div>
    </>
  )
}
