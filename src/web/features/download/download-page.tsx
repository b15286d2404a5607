import { Fact } from '#web/ui/facts/facts.tsx'
import './download.css'
import { useEffect, useState } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { formatDateTime } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { useParams } from '#web/router/routes.tsx'
import { useShownLinks } from '#web/service/service-config.ts'
import { ShareActions } from '#web/transfers/ui/sent/share-actions.tsx'
import { Exact, ExactTime } from '#web/ui/facts/facts.tsx'

import { Icon } from '#web/ui/icons/icon.tsx'
import { lazyPage } from '#web/ui/lazy/lazy-page.ts'
import { lazyExtra } from '#web/ui/lazy/lazy-part.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { LoadingBox } from '#web/ui/page/loading-box.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { CopyField } from '#web/ui/sharing/copy-field.tsx'
import { useNow } from '#web/ui/time/clock.ts'
import { DownloadForm } from './box/download-form.tsx'
import { FileBox } from './box/file-box.tsx'
import { fileKindText } from './box/file-text.ts'
import { NotAvailable, ReportThis } from './problems/not-available.tsx'
import { codeNeeded, goneReason, isQuantum, wasTaken } from './state/download-state.ts'
import { type Download, useDownload } from './state/use-download.ts'

const CodePage = lazyPage(() => import('./code-page.tsx'), 'codes')
const QuantumForm = lazyPage(() => import('./quantum-form.tsx'), 'keys')

/** Page of a link: the file, or why it is not available. */
export default function DownloadPage() {
  const { fileId = '' } = useParams()
  return <OneFile key={fileId} id={fileId} />
}

function OneFile({ id }: { id: string }) {
  const download = useDownload(id)
  const { state } = download
  const sentTo = codeNeeded(state)
  if (sentTo !== undefined) return <CodePage linkId={id} sentTo={sentTo} onProved={download.retry} />
  switch (state.phase) {
    case 'loading':
      return <LoadingBox text={t('download.loading')} />
    case 'unavailable':
      return <NotAvailable problem={state.problem} onRetry={download.retry} />
    case 'found':
      return <FoundFile file={state.file} download={download} />
  }
}

const Inside = lazyExtra(() => import('./inside.tsx'), null, 'contents')
const SinglePreview = lazyExtra(() => import('./single-preview.tsx'), null, 'contents')

function FoundFile({ file, download }: { file: FileInfo; download: Download }) {
  const [someSelected, setSomeSelected] = useState(false)
  const expiresAt = Date.parse(file.expiresAt)
  const now = useNow({ until: expiresAt })
  const gone = goneReason(download.state, now)
  useDocumentTitle(gone === 'expired' ? t('time.expired') : gone ? t('download.notAvailable') : file.filename)
  const { ticket, retry } = download
  const isOver = now >= expiresAt
  useEffect(() => {
    // Its sender may have moved the end meanwhile.
    if (isOver) void retry()
  }, [isOver, retry])
  // Names come after the password or the key, never before.
  const isOpen = !gone && (ticket !== undefined || !(file.passwordProtected || isQuantum(file)))
  return (
    <div className={`box-page ${isOpen && file.packed && file.contents === 'listed' ? 'with-contents' : ''}`}>
      <div>
        <FileBox file={file} gone={gone} taken={wasTaken(download.state)} now={now}>
          {isQuantum(file) ? (
            <QuantumForm file={file} download={download} now={now} />
          ) : (
            <DownloadForm download={download} now={now} quiet={someSelected} />
          )}
        </FileBox>
        <section className="card clip">
          {isOpen && isMedia(file) && (
            <div className="card-pad single-preview">
              <SinglePreview file={file} ticket={ticket} />
            </div>
          )}
          {file.description && (
            <div className="card-pad">
              <h2 className="label-title">{t('file.message')}</h2>
              <p className="quote">{file.description}</p>
            </div>
          )}
          <FileFacts file={file} />
          <SharePanel file={file} gone={gone !== undefined} />
        </section>
        <SecurityNotice />
      </div>
      {isOpen && <Inside file={file} ticket={ticket} onSelected={setSomeSelected} />}
      <ReportThis />
    </div>
  )
}

/** Whether it is one file that its sender calls something that there may be a preview of: only then is it worth asking. */
function isMedia({ packed, contents, mimeType }: FileInfo): boolean {
  return !packed && contents === 'listed' && /^(image|audio|video|text)\//.test(mimeType)
}

/** Says where files are stored, and to open them with care. */
function SecurityNotice() {
  return (
    <p className="note gap-above">
      <Icon name="shield" />
      <span>
        <b>{t('download.securityNotice')}</b> {t('download.keptInEurope')} {t('download.openWithCare')}
      </span>
    </p>
  )
}

/** Facts of a file that its box does not show, label over value. */
function FileFacts({ file }: { file: FileInfo }) {
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

/** Ways to pass the link on, and the way to send something oneself, which leads where the file is gone. */
function SharePanel({ file, gone }: { file: FileInfo; gone: boolean }) {
  const link = useShownLinks().to(location.pathname)
  const upload = (
    <Link className={`btn ${gone ? 'btn-primary' : 'btn-quiet'}`} to={paths.home}>
      <Icon name="upload" />
      {t('download.uploadYourOwn')}
    </Link>
  )
  return (
    <div className="card-pad stack">
      {gone && <div>{upload}</div>}
      <h2 className="section-title">{t('download.share')}</h2>
      <CopyField value={link} label={t('share.link')} />
      <p className="printed-link">{link}</p>
      <ShareActions name={file.filename} link={link} quiet>
        {!gone && upload}
      </ShareActions>
    </div>
  )
}
