import type { ReactNode } from 'react'
import { regionElsewhere } from '#contract/operations/hosting-region.ts'
import type { FileInfo } from '#contract/transfers/files.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { formatDateTime } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { useServiceConfig, useShownLinks } from '#web/service/service-config.ts'
import { ShareActions } from '#web/transfers/ui/sent/share-actions.tsx'
import { useNarrow } from '#web/ui/browser/use-phone.ts'
import { Exact, ExactTime, Fact } from '#web/ui/facts/facts.tsx'
import { Fold } from '#web/ui/facts/fold.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { CopyField } from '#web/ui/sharing/copy-field.tsx'
import { fileKindText } from '../box/file-text.ts'
import type { Gone } from '../problems/problem.ts'
import { mayShare } from '../state/download-state.ts'

type Props = { file: FileInfo; gone: Gone | undefined }

/** Everything about a file that is not needed at once: facts, ways to pass its link on, and a notice. */
export default function FileMore({ file, gone }: Props) {
  return (
    <>
      <FileFacts file={file} />
      <SharePanel file={file} gone={gone} />
      <SecurityNotice />
    </>
  )
}

/** Says where files are stored, and to open them with care. */
function SecurityNotice() {
  const region = regionElsewhere(useServiceConfig().hostingRegion) ?? 'none'
  const text = `${t('download.keptInEurope', { region })} ${t('download.openWithCare')}`
  return (
    <Part title={t('download.securityNotice')}>
      <p className="small">{text}</p>
    </Part>
  )
}

/** Facts of a file that its box does not show, label over value. The kind of a sealed one is known to its receivers alone. */
export function FileFacts({ file, isSealed = false }: { file: FileInfo; isSealed?: boolean }) {
  const narrow = useNarrow()
  const { name, level } = encryptionLabel(file.encryptionMethod)
  return (
    <Part title={t('download.details')} isBare>
      <dl className="cells cells-fixed download-cells">
        {!isSealed && (
          <Fact label={t('download.type')}>
            <Exact exact={file.mimeType}>{fileKindText(file)}</Exact>
          </Fact>
        )}
        <Fact label={t('download.downloads')}>
          {t('download.downloadCount', { count: file.downloadCount })}
        </Fact>
        <Fact label={t('download.uploaded')}>
          <ExactTime at={file.uploadDate}>{formatDateTime(Date.parse(file.uploadDate))}</ExactTime>
        </Fact>
        {(narrow || isSealed) && (
          <Fact label={t('download.expires')}>
            <ExactTime at={file.expiresAt}>{formatDateTime(Date.parse(file.expiresAt))}</ExactTime>
          </Fact>
        )}
        <Fact label={t('file.encryption')}>
          {level === undefined ? name : t('file.postQuantum', { name, level })}
        </Fact>
      </dl>
    </Part>
  )
}

/** Ways to pass the link on, and the way to send something oneself, which leads where the file is gone. */
function SharePanel({ file, gone }: Props) {
  const link = useShownLinks().to(location.pathname)
  const upload = <UploadYourOwn leads={gone !== undefined} />
  return (
    <>
      {gone && <div className="card-pad">{upload}</div>}
      {mayShare(gone) && (
        <Part title={t('download.share')}>
          <CopyField value={link} label={t('share.link')} />
          <p className="printed-link">{link}</p>
          <ShareActions name={file.filename} link={link} quiet>
            {!gone && upload}
          </ShareActions>
        </Part>
      )}
    </>
  )
}

export function UploadYourOwn({ leads = false }: { leads?: boolean }) {
  return (
    <Link className={`btn ${leads ? 'btn-primary' : 'btn-quiet'}`} to={paths.home}>
      <Icon name="upload" />
      {t('download.uploadYourOwn')}
    </Link>
  )
}

/** A part of the page below what is needed at once: folded on a phone, open where there is room. */
export function Part({
  title,
  isBare = false,
  children,
}: {
  title: string
  isBare?: boolean
  children: ReactNode
}) {
  const narrow = useNarrow()
  if (narrow)
    return (
      <Fold title={title} value="">
        {children}
      </Fold>
    )
  if (isBare) return children
  return (
    <div className="card-pad stack">
      <h2 className="section-title">{title}</h2>
      {children}
    </div>
  )
}
