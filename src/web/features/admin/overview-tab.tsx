import '../../ui/lists/lists.css'
import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '#contract/operations/admin.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { formatAgo, formatNumber, formatPercent } from '#web/i18n/format/further-formats.ts'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { t } from '../../i18n/t.ts'
import { useServiceConfig } from '../../service/service-config.ts'
import { ExactTime } from '../../ui/facts/facts.tsx'
import { lazyExtra } from '../../ui/lazy/lazy-part.tsx'
import { WaitingRows } from '../../ui/lists/waiting-rows.tsx'
import { useNow } from '../../ui/time/clock.ts'
import { TaskList } from './setup/task-list.tsx'
import { NotLoaded } from './shared/list-view.tsx'
import { providerText } from './shared/provider-text.ts'
import { dashboardQuery, newsQuery, setupQuery } from './shared/queries.ts'
import { Totals } from './shared/totals.tsx'

export function OverviewTab() {
  const { data, error, refetch } = useQuery(dashboardQuery)
  const dashboard = data?.dashboard
  if (!dashboard && error) return <NotLoaded error={error} onRetry={() => void refetch()} />
  return (
    <>
      <News />
      <Checklist />
      <DashboardTotals dashboard={dashboard} />
      <div className="admin-grid">
        <StorageDistribution storage={dashboard?.storage} />
        <RecentActivity activity={dashboard?.recentActivity} />
      </div>
    </>
  )
}

const NewsCard = lazyExtra<{ version: string }>(() => import('./system/news-card.tsx'))

/** The entries of the changelog are fetched once there is someone to read them. */
function News() {
  const version = useQuery(newsQuery).data?.version
  return version ? <NewsCard version={version} /> : null
}

/** The places of the numbers are there before the numbers. */
function DashboardTotals({ dashboard }: { dashboard: Dashboard | undefined }) {
  const users = dashboard?.users
  const files = dashboard?.files
  const hasPlans = useServiceConfig().plans !== 'hidden'
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
        ...(hasPlans
          ? [
              {
                name: t('admin.overview.pro'),
                value: users && formatNumber(users.proUsers),
                more: users ? t('admin.overview.ofTotal', { percent: formatPercent(proPart) }) : '',
              },
            ]
          : []),
      ]}
    />
  )
}

/**
 * Remaining tasks of the set-up, on the first page of the admin area. Reserves its height until the answer, which may take a
 * while, because each part is tested for it.
 */
function Checklist() {
  const todo = useQuery(setupQuery).data?.todo
  const isDone = todo?.length === 0
  return (
    <details className="card">
      <summary className="head-row strong">
        {t(isDone ? 'setup.complete' : 'setup.todo')}
        {todo && !isDone && <span className="badge badge-warn">{todo.length}</span>}
      </summary>
      {todo && <TaskList todo={todo} />}
    </details>
  )
}

/** The latest ten uploads and registrations; undefined until they have come. */
function RecentActivity({ activity }: { activity: Dashboard['recentActivity'] | undefined }) {
  const now = useNow({ every: 15_000 })
  return (
    <section className="card">
      <div className="head-row">
        <h2>{t('admin.overview.recent')}</h2>
      </div>
      {!activity && <WaitingRows rows={10} />}
      <ul className="act">
        {activity?.map(({ type, name, user, timestamp }) => {
          const time = Date.parse(timestamp)
          const upload = type === 'file_upload'
          return (
            <li key={`${timestamp} ${type} ${name}`}>
              <Icon name={upload ? 'upload' : 'person'} />
              <div className="act-text">
                <b className="strong break">
                  <WrappedName
                    name={upload ? name || t('file.sealed') : t('admin.overview.registered', { name })}
                  />
                </b>
                <br />
                <span className="small muted">{user ?? t('admin.anonymous')}</span>
              </div>
              <span className="small muted">
                <ExactTime className="num" at={timestamp}>
                  {formatAgo(time, now)}
                </ExactTime>
              </span>
            </li>
          )
        })}
      </ul>
      {activity?.length === 0 && <p className="empty">{t('admin.overview.nothingYet')}</p>}
    </section>
  )
}

/** Distribution of the stored bytes; undefined until loaded. */
function StorageDistribution({ storage }: { storage: Dashboard['storage'] | undefined }) {
  const total = (storage ?? []).reduce((sum, { totalSize }) => sum + totalSize, 0)
  return (
    <section className="card">
      <div className="head-row">
        <h2>{t('admin.overview.distribution')}</h2>
      </div>
      {!storage && <WaitingRows rows={1} />}
      <ul className="stack distribution">
        {storage?.map(({ storage_provider, fileCount, totalSize }) => {
          const part = total === 0 ? 0 : totalSize / total
          return (
            <li key={storage_provider} className="stack-s">
              <div className="bar-row between">
                <b className="strong">{providerText(storage_provider)}</b>
                <span className="num">{formatSize(totalSize)}</span>
              </div>
              <span className="bar" style={{ '--p': part * 100 }} aria-hidden="true" />
              <span className="xs muted num">
                {t('admin.overview.filesPart', { count: fileCount, percent: formatPercent(part) })}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
