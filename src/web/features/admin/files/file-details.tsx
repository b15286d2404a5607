import type { AdminFile } from '#contract/operations/admin.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { formatDateTime, formatSize } from '#web/i18n/format/format.ts'
import { formatNumber } from '#web/i18n/format/further-formats.ts'
import { t } from '../../../i18n/t.ts'
import { ExactTime } from '../../../ui/facts/facts.tsx'
import { TimeLeft } from '../../../ui/lists/bars.tsx'
import { FactsDialog } from '../shared/facts-dialog.tsx'
import { scanText } from '../shared/scan-text.ts'
import { fileTitle } from './file-title.ts'

/** Facts of a file. Its id is a reference, which gives no access to the content. */
export function FileDetails({ file, onClose }: { file: AdminFile; onClose: () => void }) {
  return (
    <FactsDialog
      title={fileTitle(file)}
      facts={[
        [t('admin.id'), file.id],
        [t('file.size'), formatSize(file.size)],
        [t('admin.files.uploader'), file.uploader ?? t('admin.anonymous')],
        [t('admin.files.downloads'), formatNumber(file.downloadCount)],
        [t('admin.files.uploaded'), <When key="uploaded" at={file.uploadDate} />],
        [t('admin.files.expires'), <When key="expires" at={file.expiresAt} />],
        [t('time.left'), <TimeLeft key="left" from={file.uploadDate} until={file.expiresAt} />],
        [t('file.encryption'), encryptionLabel(file.encryptionMethod).name],
        [t('file.password'), t(file.passwordProtected ? 'file.passwordRequired' : 'file.passwordNone')],
        [t('file.afterDownload'), t(file.deleteAfterDownload ? 'file.isDeleted' : 'file.isKept')],
        [t('admin.files.scan'), t(scanText[file.scan])],
        ...(file.damaged ? [[t('admin.files.damaged'), t('admin.files.damagedText')] as const] : []),
      ]}
      onClose={onClose}
    />
  )
}

function When({ at }: { at: string }) {
  return <ExactTime at={at}>{formatDateTime(Date.parse(at))}</ExactTime>
}
