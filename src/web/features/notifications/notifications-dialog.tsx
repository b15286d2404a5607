import type { Notification } from '#contract/accounts/notifications.ts'
import { pathWith } from '../../app/router/match-path.ts'
import { paths } from '../../app/router/paths.ts'
import { pastMoment } from '../../i18n/format/past-moment.ts'
import { type TextKey, t } from '../../i18n/t.ts'
import { DialogFrame } from '../../ui/dialogs/dialog-frame.tsx'
import { FormProblem } from '../../ui/forms/form-problem.tsx'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/page/link.tsx'
import { useNotifications } from './use-notifications.ts'

const kinds = {
  downloaded: { icon: 'download', text: 'notifications.downloaded' },
  expiring: { icon: 'clock', text: 'notifications.expiring' },
  expired: { icon: 'bin', text: 'notifications.expired' },
} as const satisfies Record<Notification['kind'], { icon: IconName; text: TextKey }>

/** What happened to one's own files in the last 30 days. Whatever is shown here counts as read. */
export function NotificationsDialog({ onClose }: { onClose: () => void }) {
  const { list, problem, more } = useNotifications()
  return (
    <DialogFrame title={t('notifications.title')} onClose={onClose}>
      <div className="body">
        {!list && !problem && (
          <p className="muted" role="status">
            {t('shell.loading')}
          </p>
        )}
        {list?.length === 0 && <p className="muted">{t('notifications.none')}</p>}
        {list && list.length > 0 && (
          <ul className="happenings">
            {list.map((notification) => (
              <NotificationItem key={notification.id} notification={notification} onLeave={onClose} />
            ))}
          </ul>
        )}
        <FormProblem text={problem} />
        {more && (
          <button type="button" className="btn btn-quiet" onClick={() => void more()}>
            {t(problem ? 'shell.tryAgain' : 'notifications.older')}
          </button>
        )}
      </div>
      <div className="df">
        <button type="button" className="btn btn-line" onClick={onClose}>
          {t('notifications.close')}
        </button>
      </div>
    </DialogFrame>
  )
}

function NotificationItem({ notification, onLeave }: { notification: Notification; onLeave: () => void }) {
  const { kind, fileId, filename, times, happenedAt, read } = notification
  const { icon, text } = kinds[kind]
  return (
    <li>
      <Icon name={icon} />
      <span>
        {kind === 'expired' ? (
          <b className="break">{filename}</b>
        ) : (
          <Link className="strong break" to={pathWith(paths.download, { fileId })} onClick={onLeave}>
            {filename}
          </Link>
        )}
        <br />
        {t(text, { count: times })}{' '}
        <time className="muted nowrap" dateTime={happenedAt}>
          {pastMoment(Date.parse(happenedAt), Date.now())}
        </time>
      </span>
      {!read && <span className="badge badge-pro">{t('notifications.new')}</span>}
    </li>
  )
}
