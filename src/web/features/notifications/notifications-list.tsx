import { useEffect, useRef } from 'react'
import type { Notification } from '#contract/accounts/notifications.ts'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { pastMoment } from '../../i18n/format/further-formats.ts'
import { type TextKey, t } from '../../i18n/t.ts'
import { pathWith } from '../../router/match-path.ts'
import { paths } from '../../router/paths.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { FormProblem } from '../../ui/forms/form-field.tsx'
import { Icon, type IconName } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/page/link.tsx'
import { useNotifications } from './use-notifications.ts'

const kinds = {
  downloaded: { icon: 'download', text: 'notifications.downloaded' },
  expiring: { icon: 'clock', text: 'notifications.expiring' },
  expired: { icon: 'bin', text: 'notifications.expired' },
  received: { icon: 'folder', text: 'notifications.received' },
  'request-closed': { icon: 'warning', text: 'notifications.requestClosed' },
} as const satisfies Record<Notification['kind'], { icon: IconName; text: TextKey }>

type Props = {
  /** For the title, which names the frame around the list. */
  titleId: string
  onClose: () => void
}

/**
 * Events of the account's files in the last 30 days, today's first. Each links to the page where it can be handled, and counts
 * as read when opened, not when seen.
 */
export function NotificationsList({ titleId, onClose }: Props) {
  const { list, problem, more, markRead } = useNotifications()
  const title = useRef<HTMLHeadingElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const length = list?.length ?? 0
  /** The first row of those that were asked for last. */
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    const row = wanted.current
    if (row === undefined || length <= row) return
    wanted.current = undefined
    body.current?.querySelectorAll<HTMLElement>('.notifications a')[row]?.focus()
  }, [length])
  const hasNew = list?.some(({ read }) => !read) ?? false
  const marking = useRef(false)
  useEffect(() => {
    // The button has gone with the last new one.
    if (!hasNew && marking.current && document.activeElement === document.body) title.current?.focus()
  }, [hasNew])
  function showMore() {
    wanted.current = length
    void more?.()
  }
  function markAll() {
    marking.current = true
    void markRead()
  }
  const midnight = new Date().setHours(0, 0, 0, 0)
  const groups = [
    { name: t('notifications.today'), from: midnight, until: Number.POSITIVE_INFINITY },
    { name: t('notifications.earlier'), from: 0, until: midnight },
  ].map(({ name, from, until }) => ({
    name,
    rows: (list ?? []).filter(({ happenedAt }) => {
      const at = Date.parse(happenedAt)
      return at >= from && at < until
    }),
  }))
  return (
    <>
      <div className="notifications-head">
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {t('notifications.title')}
        </h2>
        {hasNew && (
          <Button variant="quiet" onClick={markAll}>
            {t('notifications.markAll')}
          </Button>
        )}
        <IconButton label={t('notifications.close')} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <div className="notifications-body" ref={body}>
        {!list && !problem && (
          <p className="muted" role="status">
            {t('shell.loading')}
          </p>
        )}
        {list?.length === 0 && <p className="muted">{t('notifications.none')}</p>}
        {groups.map(
          ({ name, rows }) =>
            rows.length > 0 && (
              <section key={name} aria-label={name}>
                <h3>{name}</h3>
                <ul className="notifications">
                  {rows.map((notification) => (
                    <NotificationItem
                      key={notification.id}
                      notification={notification}
                      onOpen={() => {
                        void markRead([notification.id])
                        onClose()
                      }}
                    />
                  ))}
                </ul>
              </section>
            ),
        )}
        <FormProblem text={problem} />
        {more && (
          <Button variant="quiet" onClick={showMore}>
            {t(problem ? 'shell.tryAgain' : 'notifications.older')}
          </Button>
        )}
      </div>
      <div className="notifications-foot">
        <Link className="btn btn-quiet" to={paths.portalProfile} onClick={onClose}>
          <Icon name="mail" />
          {t('notifications.preferences')}
        </Link>
      </div>
    </>
  )
}

/** Address of the page where it can be handled. */
function addressOf({ kind, ref }: Notification): string {
  if (kind === 'received' || kind === 'request-closed') return pathWith(paths.portalRequest, { id: ref })
  return kind === 'expired' ? paths.portalFiles : pathWith(paths.portalTransfer, { ref })
}

function NotificationItem({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { kind, by, filename, times, happenedAt, read } = notification
  const { icon, text } = kinds[kind]
  const said =
    by === null ? t(text, { count: times }) : t('notifications.downloadedBy', { count: times, name: by })
  return (
    <li>
      <Link to={addressOf(notification)} onClick={onOpen}>
        <Icon name={icon} />
        <span>
          <b className="break">
            <WrappedName name={filename || t('file.sealed')} />
          </b>
          <span className="small muted">
            <span className="break">{said}</span> ·{' '}
            <time className="nowrap" dateTime={happenedAt}>
              {pastMoment(Date.parse(happenedAt), Date.now())}
            </time>
          </span>
        </span>
        {!read && <span className="badge badge-ok">{t('notifications.new')}</span>}
      </Link>
    </li>
  )
}
