import type { OwnRequest } from '#contract/requests/requests.ts'
import { formatDate, formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { pathWith } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { untilText } from '#web/ui/lists/until-text.ts'
import { Link } from '#web/ui/page/link.tsx'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'
import { useNow } from '#web/ui/time/clock.ts'
import { LifeLine } from '#web/ui/time/countdown.tsx'
import { partLeft } from '#web/ui/time/remaining.ts'
import { linkOf } from '../request-link.ts'
import { arrivedText, fullText, isKeyless } from '../request-text.ts'

/** The box that holds what arrives, with its link; grey when it is closed. */
export function InboxBox({ request }: { request: OwnRequest }) {
  const { id, title, url, state, files, bytes, bytesLimit, lock, closedAt, isDisabled } = request
  const [from, until] = [Date.parse(request.createdAt), Date.parse(request.until)]
  const now = useNow({ until })
  const links = useShownLinks()
  const ended = state === 'ended'
  const link = linkOf(request, links.shown(url))
  const sizeText =
    bytesLimit === null
      ? formatSize(bytes)
      : t('requests.sizeOf', { size: formatSize(bytes), limit: formatSize(bytesLimit) })
  const edit = isKeyless(request) ? (
    <Link className="btn btn-line" to={paths.newRequest}>
      {t('requests.makeNew')}
    </Link>
  ) : (
    <Link className="btn btn-line" to={pathWith(paths.editRequest, { id })}>
      <PanelIcon name="pencil" />
      {t(ended ? 'requests.reopen' : 'requests.edit')}
    </Link>
  )
  return (
    <section
      className={`box inbox-box ${ended ? 'box-empty' : ''} ${lock !== 'none' ? 'box-attach' : ''}`}
      aria-label={t('requests.request')}
    >
      <div className="inbox-head">
        <div>
          <h1 className="title-xl break">{title}</h1>
          <p className="num strong">
            {arrivedText(request)}
            {files > 0 && ` · ${t('requests.files', { count: files })} · ${sizeText}`}
          </p>
        </div>
        <div className="bar-row">
          {!ended && link && <CopyButton value={link.link} word={t('requests.copyLink')} />}
          {!isDisabled && edit}
        </div>
      </div>
      {ended ? (
        <p className="strong">
          {isDisabled
            ? t('requests.isDisabled')
            : t('requests.endedOn', { date: formatDate(closedAt === null ? until : Date.parse(closedAt)) })}
        </p>
      ) : (
        <div className="remain num">
          <time dateTime={request.until}>{untilText('open', until, now)}</time>
        </div>
      )}
      <LifeLine left={ended ? 0 : partLeft({ from, until, now })} />
      {state === 'full' && <p className="gap-above">{fullText(request)}</p>}
    </section>
  )
}
