import type { FileInfo } from '#contract/transfers/files.ts'
import { encryptionLabel } from '../../i18n/format/encryption-label.ts'
import { formatDateTime, formatSize } from '../../i18n/format/format.ts'
import { t } from '../../i18n/t.ts'
import { Fact } from '../../ui/facts/fact.tsx'

/** What is known about a file, label over value. */
export function FileFacts({ file }: { file: FileInfo }) {
  const { name, level } = encryptionLabel(file.encryptionMethod)
  return (
    <dl className="cells cells-fixed download-cells">
      <Fact label={t('file.size')}>{formatSize(file.size)}</Fact>
      <Fact label={t('download.type')}>{file.mimeType}</Fact>
      <Fact label={t('download.downloads')}>
        {t('download.downloadCount', { count: file.downloadCount })}
      </Fact>
      <Fact label={t('download.uploaded')}>
        <time dateTime={file.uploadDate}>{formatDateTime(Date.parse(file.uploadDate))}</time>
      </Fact>
      <Fact label={t('download.expires')}>
        <time dateTime={file.expiresAt}>{formatDateTime(Date.parse(file.expiresAt))}</time>
      </Fact>
      <Fact label={t('file.encryption')}>
        {level === undefined ? name : t('file.postQuantum', { name, level })}
      </Fact>
    </dl>
  )
}
