import type { Dashboard } from '#contract/operations/admin.ts'
import { formatAgo } from '#web/i18n/format/further-formats.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { t } from '../../../i18n/t.ts'
import { ExactTime } from '../../../ui/facts/facts.tsx'
import { WaitingRows } from '../../../ui/lists/waiting-rows.tsx'
import { useNow } from '../../../ui/time/clock.ts'

/** The latest ten uploads and registrations; undefined until they have come. */
export function RecentActivity({ activity }: { activity: Dashboard['recentActivity'] | undefined }) {
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
                <b className="strong break">{upload ? name : t('admin.overview.registered', { name })}</b>
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
