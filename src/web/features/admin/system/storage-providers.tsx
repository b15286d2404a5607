import type { System } from '#contract/operations/admin.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { formatNumber } from '#web/i18n/format/further-formats.ts'
import { t } from '../../../i18n/t.ts'
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx'
import { WaitingRows } from '../../../ui/lists/waiting-rows.tsx'
import { providerText } from '../shared/provider-text.ts'
import type { SystemAnswer } from './system-totals.tsx'

type Provider = System['storage']['providers'][number]

/** Storage of the files, and whether it responds. */
export function StorageProviders({ system }: { system: SystemAnswer }) {
  return (
    <section className="card clip">
      <div className="head-row ruled">
        <h2>{t('admin.providers.title')}</h2>
      </div>
      {system === 'awaited' && <WaitingRows rows={1} />}
      {system === 'no answer' && <p className="empty">{t('admin.system.noAnswer')}</p>}
      {typeof system !== 'string' && system.storage.damagedBlobs > 0 && (
        <p className="note note-bad" role="alert">
          {t('admin.providers.damaged', { count: system.storage.damagedBlobs })}
        </p>
      )}
      {typeof system !== 'string' && system.alarms.includes('orphans') && (
        <p className="note note-bad" role="alert">
          {t('admin.providers.orphans')}
        </p>
      )}
      {typeof system !== 'string' && (
        <DataTable
          caption={t('admin.providers.title')}
          columns={columns()}
          rows={system.storage.providers}
          keyOf={({ storage_provider }) => storage_provider}
        />
      )}
    </section>
  )
}

function columns(): Column<Provider>[] {
  return [
    {
      key: 'name',
      label: t('admin.providers.provider'),
      kind: 'first',
      cell: ({ storage_provider }) => <b className="strong">{providerText(storage_provider)}</b>,
    },
    {
      key: 'status',
      label: t('admin.users.status'),
      cell: ({ status }) =>
        status === 'ok' ? (
          <span className="badge badge-ok">{t('admin.providers.available')}</span>
        ) : (
          <span className="badge badge-bad">{t('admin.providers.unavailable')}</span>
        ),
    },
    {
      key: 'files',
      label: t('admin.tab.files'),
      kind: 'numbers',
      cell: ({ fileCount }) => formatNumber(fileCount),
    },
    {
      key: 'size',
      label: t('file.size'),
      kind: 'numbers',
      cell: ({ totalSize, freeSpace }) =>
        freeSpace === null
          ? formatSize(totalSize)
          : t('admin.providers.used', {
              used: formatSize(totalSize),
              available: formatSize(totalSize + freeSpace),
            }),
    },
  ]
}
