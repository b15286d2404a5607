import { useQueries } from '@tanstack/react-query'
import { formatSize } from '../../i18n/format/format.ts'
import { formatNumber } from '../../i18n/format/further-formats.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { filesQuery, profileQuery, statsQuery } from '../../service/queries.ts'
import { WaitingRows } from '../../ui/lists/waiting-rows.tsx'
import { Link } from '../../ui/page/link.tsx'
import { PortalProblem } from '../../ui/page/problems.tsx'
import { useDocumentTitle } from '../../ui/page/title.tsx'
import { FilesTable, NoFiles } from './files-table.tsx'

/** How many of the newest files the dashboard shows. */
const recentFiles = 5

/** Totals, and the latest transfers. */
export default function DashboardPage() {
  useDocumentTitle(t('portal.dashboard'))
  const [stats, profile, files] = useQueries({
    queries: [statsQuery, profileQuery, filesQuery({ pageSize: recentFiles })],
  })
  const failed = [stats, profile, files].filter(({ isError, data }) => isError && !data)
  if (failed.length > 0)
    return <PortalProblem onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
  const totals = stats.data
  return (
    <div className="stack-m">
      <h1>{t('portal.dashboard')}</h1>
      <dl className="cells totals four" aria-busy={!totals}>
        <Total label={t('portal.files')} value={totals && formatNumber(totals.totalFiles)}>
          {t('dashboard.active')}
        </Total>
        <Total label={t('dashboard.downloads')} value={totals && formatNumber(totals.totalDownloads)}>
          {t('dashboard.downloadsOf')}
        </Total>
        <Total label={t('dashboard.storage')} value={totals && formatSize(totals.totalStorage)}>
          {profile.data && t('dashboard.storageOf', { limit: formatSize(profile.data.storageLimit) })}
        </Total>
        <Total label={t('portal.contacts')} value={totals && formatNumber(totals.totalContacts)} />
      </dl>
      <section className="card clip">
        <div className="head-row">
          <h2>{t('dashboard.recent')}</h2>
          <Link className="small" to={paths.portalFiles}>
            {t('dashboard.allFiles')}
          </Link>
        </div>
        {!files.data && <WaitingRows rows={recentFiles} />}
        {files.data?.total === 0 && <NoFiles />}
        {files.data && files.data.total > 0 && <FilesTable files={files.data.files} />}
      </section>
    </div>
  )
}

type TotalProps = { label: string; value: string | undefined; children?: string | undefined }

function Total({ label, value, children = '' }: TotalProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value ?? <span className="blank" />}
        <small>{children || '\u00a0'}</small>
      </dd>
    </div>
  )
}
