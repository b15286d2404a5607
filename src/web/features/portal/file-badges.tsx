import type { OwnFile } from '#contract/transfers/files.ts'
import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PanelIcon } from '../../ui/icons/panel-icon.tsx'

/** Badges for unusual properties of one of the account's files. Encryption is not one: all files are encrypted. */
export function FileBadges({ file }: { file: OwnFile }) {
  const quantum = file.encryptionMethod.startsWith('ml-kem')
  const { total, opened, downloaded } = file.recipients
  const isMarked = file.damaged || file.passwordProtected || quantum || file.deleteAfterDownload
  if (!isMarked && file.files < 2 && total === 0) return null
  return (
    <span className="file-badges">
      {file.damaged && (
        <span className="badge badge-bad">
          <Icon name="warning" />
          {t('files.damaged')}
        </span>
      )}
      {file.files > 1 && <span className="small muted num">{t('files.count', { count: file.files })}</span>}
      {total > 0 && (
        <span className="small muted num">
          {t(downloaded > 0 || opened === 0 ? 'files.downloadedBy' : 'files.openedBy', {
            count: downloaded > 0 || opened === 0 ? downloaded : opened,
            total,
          })}
        </span>
      )}
      {file.passwordProtected && (
        <span className="badge">
          <Icon name="lock" />
          {t('files.password')}
        </span>
      )}
      {quantum && (
        <span className="badge">
          <PanelIcon name="key" />
          {t('files.quantum')}
        </span>
      )}
      {file.deleteAfterDownload && (
        <span className="badge">
          <Icon name="clock" />
          {t('files.once')}
        </span>
      )}
    </span>
  )
}
