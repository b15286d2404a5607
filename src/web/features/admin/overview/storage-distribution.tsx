import '../../../ui/lists/lists.css'
import type { Dashboard } from '#contract/operations/admin.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { formatPercent } from '#web/i18n/format/further-formats.ts'
import { t } from '../../../i18n/t.ts'
import { WaitingRows } from '../../../ui/lists/waiting-rows.tsx'

/** Distribution of the stored bytes; undefined until loaded. */
export function StorageDistribution({ storage }: { storage: Dashboard['storage'] | undefined }) {
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
                <b className="strong">{storage_provider}</b>
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
