import type { FileInfo } from '#contract/transfers/files.ts'
import { encryptionLabel } from '../../../i18n/format/encryption-label.ts'
import { formatDateTime } from '../../../i18n/format/format.ts'
import { t } from '../../../i18n/t.ts'
import { Exact, ExactTime } from '../../../ui/facts/exact.tsx'
import { Fact } from '../../../ui/facts/fact.tsx'
import { fileKindText } from './file-kind-text.ts'

/** Facts of a file that its box does not show, label over value. */
export function FileFacts({ file }: { file: FileInfo }) {
  const { name, level } = encryptionLabel(file.encryptionMethod)
  return (
    <dl className="cells cells-fixed download-cells">
      <Fact label={t('download.type')}>
        <Exact exact={file.mimeType}>{fileKindText(file)}</Exact>
      </Fact>
      <Fact label={t('download.downloads')}>
        {t('download.downloadCount', { count: file.downloadCount })}
      </Fact>
      <Fact label={t('download.uploaded')}>
        <ExactTime at={file.uploadDate}>{formatDateTime(Date.parse(file.uploadDate))}</ExactTime>
      </Fact>
      <Fact label={t('file.encryption')}>
        {level === undefined ? name : t('file.postQuantum', { name, level })}
      </Fact>
    </dl>
  )
}
