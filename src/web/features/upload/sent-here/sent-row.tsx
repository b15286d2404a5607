import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { pathWith } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { hasEnded, type SentHere } from '#web/transfers/store/sent-here.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { TimeLeft } from '#web/ui/lists/bars.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'

type Props = { sent: SentHere; now: number; onForget: () => void }

/** One transfer of the list: its link is copied, its name leads to where it is managed. */
export function SentRow({ sent, now, onForget }: Props) {
  const { id, token, name, files, size } = sent
  const links = useShownLinks()
  const ended = hasEnded(sent, now)
  const manage = `${pathWith(paths.manage, { fileId: id })}#${token}`
  return (
    <li>
      <span>
        {ended ? (
          <span className="strong break">{name}</span>
        ) : (
          <Link className="strong break" to={manage}>
            {name}
          </Link>
        )}
        <span className="sub">{t('sentHere.facts', { count: files, size: formatSize(size) })}</span>
      </span>
      <TimeLeft from={sent.sentAt} until={sent.expiresAt} />
      <span className="acts">
        {!ended && (
          <>
            <CopyButton
              value={links.to(pathWith(paths.download, { fileId: id }))}
              word={t('sentHere.copyLink')}
              label={t('sentHere.copyNamed', { name })}
            />
            <Link
              className="btn btn-quiet manage"
              to={manage}
              aria-label={t('sentHere.manageNamed', { name })}
            >
              {t('success.manage')}
            </Link>
          </>
        )}
        <IconButton label={t('sentHere.forget', { name })} onClick={onForget}>
          <Icon name="close" />
        </IconButton>
      </span>
    </li>
  )
}
