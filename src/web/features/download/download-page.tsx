import './download.css'
import { useEffect, useState } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { t } from '../../i18n/t.ts'
import { useParams } from '../../router/routes.tsx'
import { lazyExtra } from '../../ui/lazy/lazy-extra.ts'
import { lazyPage } from '../../ui/lazy/lazy-page.ts'
import { LoadingBox } from '../../ui/page/loading-box.tsx'
import { useDocumentTitle } from '../../ui/page/use-document-title.ts'
import { useNow } from '../../ui/time/use-now.ts'
import { DownloadForm } from './box/download-form.tsx'
import { FileBox } from './box/file-box.tsx'
import { FileFacts } from './facts/file-facts.tsx'
import { NotAvailable } from './problems/not-available.tsx'
import { ReportThis } from './problems/report-this.tsx'
import { SecurityNotice } from './security-notice.tsx'
import { SharePanel } from './share-panel.tsx'
import { codeNeeded, goneReason, isQuantum, wasTaken } from './state/download-state.ts'
import { type Download, useDownload } from './state/use-download.ts'

const CodePage = lazyPage(() => import('./code/code-page.tsx'), 'codes')
const QuantumForm = lazyPage(() => import('./unlock/quantum-form.tsx'), 'keys')

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

const Inside = lazyExtra(() => import('./contents/inside.tsx'), null, 'contents')
const SinglePreview = lazyExtra(() => import('./contents/single-preview.tsx'), null, 'contents')

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
