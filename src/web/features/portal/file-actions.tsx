import type { OwnFile } from '#contract/transfers/files.ts'
import { pathWith } from '../../app/router/match-path.ts'
import { paths } from '../../app/router/paths.ts'
import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { IconButton } from '../../ui/icons/icon-button.tsx'
import { PanelIcon } from '../../ui/icons/panel-icon.tsx'
import { Link } from '../../ui/page/link.tsx'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { useNow } from '../../ui/time/use-now.ts'
import { downloadOwnFile, opensByItself } from './download-own-file.ts'

const MINUTE = 60_000

type Props = { file: OwnFile; onReceipt: () => void; onDelete: () => void }

/** What can be done with a file of one's own. */
export function FileActions({ file, onReceipt, onDelete }: Props) {
  const name = file.filename
  const end = Date.parse(file.expiresAt)
  const expired = end <= useNow({ every: MINUTE, until: end })
  const page = pathWith(paths.download, { fileId: file.id })
  return (
    <>
      <CopyButton
        value={file.downloadUrl}
        word={t('files.copyLink')}
        label={t('files.copyLinkOf', { name })}
        className="btn-line copy-link"
        disabled={expired}
      />
      <Link className="icon-btn" to={page} aria-label={t('files.view', { name })}>
        <Icon name="eye" />
      </Link>
      {expired || opensByItself(file) ? (
        <IconButton
          label={t('files.download', { name })}
          disabled={expired}
          onClick={() => void downloadOwnFile(file.id)}
        >
          <Icon name="download" />
        </IconButton>
      ) : (
        <Link className="icon-btn" to={page} aria-label={t('files.download', { name })}>
          <Icon name="download" />
        </Link>
      )}
      <IconButton label={t('files.receipt', { name })} onClick={onReceipt}>
        <PanelIcon name="key" />
      </IconButton>
      <IconButton label={t('files.delete', { name })} onClick={onDelete}>
        <Icon name="bin" />
      </IconButton>
    </>
  )
}
