import { useQuery } from '@tanstack/react-query'
import type { Backup } from '#contract/operations/backups.ts'
import { formatDateTime, formatSize } from '#web/i18n/format/format.ts'
import { formatNumber } from '#web/i18n/format/further-formats.ts'
import { type TextKey, t } from '../../../i18n/t.ts'
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx'
import { WaitingRows } from '../../../ui/lists/waiting-rows.tsx'
import { NotLoaded } from '../shared/list-view.tsx'
import { backupsQuery } from '../shared/queries.ts'

const states = {
  running: ['admin.backups.running', 'badge-warn'],
  complete: ['admin.backups.complete', 'badge-ok'],
  failed: ['admin.backups.failed', 'badge-bad'],
  unreadable: ['admin.backups.unreadable', 'badge-bad'],
} as const satisfies Record<Backup['state'], readonly [TextKey, string]>

/** The backups that the instance that answers has. */
export function Backups() {
  const { data, error, refetch } = useQuery(backupsQuery)
  return (
    <section className="card clip">
      <div className="head-row ruled">
        <h2>{t('admin.backups.title')}</h2>
      </div>
      {!data && error && <NotLoaded error={error} onRetry={() => void refetch()} />}
      {!data && !error && <WaitingRows rows={1} />}
      {data?.backups.length === 0 && <p className="empty">{t('admin.backups.none')}</p>}
      {data && data.backups.length > 0 && (
        <DataTable
          caption={t('admin.backups.title')}
          columns={columns()}
          rows={data.backups}
          keyOf={({ name }) => name}
        />
      )}
    </section>
  )
}

function columns(): Column<Backup>[] {
  return [
    {
      key: 'name',
      label: t('admin.backups.name'),
      kind: 'first',
      cell: ({ name }) => <b className="strong break">{name}</b>,
    },
    {
      key: 'made',
      label: t('admin.backups.made'),
      cell: ({ createdAt }) => (
        <time className="num" dateTime={createdAt}>
          {formatDateTime(Date.parse(createdAt))}
        </time>
      ),
    },
    {
      key: 'state',
      label: t('admin.users.status'),
      cell: ({ state }) => {
        const [text, look] = states[state]
        return <span className={`badge ${look}`}>{t(text)}</span>
      },
    },
    {
      key: 'files',
      label: t('admin.tab.files'),
      kind: 'numbers',
      // Only a manifest says how many there are, and it is written last.
      cell: ({ state, files }) => (state === 'complete' ? formatNumber(files) : t('admin.system.unknown')),
    },
    { key: 'size', label: t('file.size'), kind: 'numbers', cell: ({ size }) => formatSize(size) },
  ]
}
