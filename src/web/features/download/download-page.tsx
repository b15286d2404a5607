import './download.css'
import { useEffect, useRef, useState } from 'react'
import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { FileInfo } from '#contract/transfers/files.ts'
import { t } from '#web/i18n/t.ts'
import { useParams } from '#web/router/routes.tsx'
import { lazyPage } from '#web/ui/lazy/lazy-page.ts'
import { lazyExtra, lazyPart } from '#web/ui/lazy/lazy-part.tsx'
import { LoadingBox } from '#web/ui/page/loading-box.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { useNow } from '#web/ui/time/clock.ts'
import { DownloadForm } from './box/download-form.tsx'
import { FileBox } from './box/file-box.tsx'
import { NotAvailable, ReportThis } from './problems/not-available.tsx'
import { goneBy } from './problems/problem.ts'
import { afterTaking, codeNeeded, goneReason, isQuantum, wasTaken } from './state/download-state.ts'
import { type Download, useDownload } from './state/use-download.ts'

const ArrivingPage = lazyPage(() => import('./arriving/arriving-page.tsx'), 'arriving')
const CodePage = lazyPage(() => import('./code-page.tsx'), 'codes')
const SealedPage = lazyPage(() => import('./sealed/sealed-page.tsx'), 'sealed')
const QuantumForm = lazyPage(() => import('./quantum-form.tsx'), 'keys')

/** Page of a link: the file, or why it is not available. */
export default function DownloadPage() {
  const { fileId = '' } = useParams()
  return <OneFile key={fileId} id={fileId} />
}

function OneFile({ id }: { id: string }) {
  const download = useDownload(id)
  const { state } = download
  const [armed, setArmed] = useState(false)
  useArmed(download, armed)
  const sentTo = codeNeeded(state)
  if (sentTo !== undefined) return <CodePage linkId={id} sentTo={sentTo} onProved={download.retry} />
  switch (state.phase) {
    case 'loading':
      return <LoadingBox text={t('download.loading')} />
    case 'unavailable':
      return <NotAvailable problem={state.problem} onRetry={download.retry} />
    case 'found':
      if (state.file.state === 'arriving')
        return goneBy(state.problem) && state.problem ? (
          <NotAvailable problem={state.problem} onRetry={download.retry} />
        ) : (
          <ArrivingPage file={state.file} armed={armed} onArm={setArmed} look={download.retry} />
        )
      if (state.file.encryptionMethod === endToEndMethod)
        return <SealedFile file={state.file} download={download} />
      return <FoundFile file={state.file} download={download} />
  }
}

/** Begins the download that was asked for while the file arrived, unless something has to be typed first. */
function useArmed({ state, start }: Download, armed: boolean): void {
  const begun = useRef(false)
  useEffect(() => {
    if (!armed || begun.current || state.phase !== 'found' || state.file.state === 'arriving') return
    begun.current = true
    const { passwordProtected, encryptionMethod } = state.file
    if (!passwordProtected && !isQuantum(state.file) && encryptionMethod !== endToEndMethod) void start({})
  })
}

function SealedFile({ file, download }: { file: FileInfo; download: Download }) {
  const now = useNow({ until: Date.parse(file.expiresAt) })
  const gone = goneReason(download.state, now)
  return <SealedPage file={file} gone={gone} now={now} look={download.retry} />
}

const FileMore = lazyPart(() => import('./more/file-more.tsx'), <div className="file-more-waits" />)
// It is wanted as soon as the file is known.
void FileMore.fetch()

const Inside = lazyExtra(() => import('./inside.tsx'), null, 'contents')
const SinglePreview = lazyExtra(() => import('./single-preview.tsx'), null, 'contents')

function FoundFile({ file: found, download }: { file: FileInfo; download: Download }) {
  const [someSelected, setSomeSelected] = useState(false)
  const expiresAt = Date.parse(found.expiresAt)
  const now = useNow({ until: expiresAt })
  const gone = goneReason(download.state, now)
  const taken = wasTaken(download.state)
  const file = taken ? afterTaking(found) : found
  useDocumentTitle(
    gone === 'expired' ? t('time.expired') : gone && !taken ? t('download.notAvailable') : file.filename,
  )
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
      <FileBox file={file} gone={gone} taken={taken} now={now}>
        {isQuantum(file) ? (
          <QuantumForm file={file} download={download} now={now} />
        ) : (
          <DownloadForm download={download} now={now} quiet={someSelected} />
        )}
      </FileBox>
      {isOpen && <Inside file={file} ticket={ticket} onSelected={setSomeSelected} />}
      <section className="card clip file-more">
        {isOpen && isMedia(file) && (
          <div className="card-pad single-preview">
            <SinglePreview file={file} ticket={ticket} />
          </div>
        )}
        <FileMore file={file} gone={gone} />
      </section>
      <ReportThis />
    </div>
  )
}

/** Whether it is one file that its sender calls something that there may be a preview of: only then is it worth asking. */
function isMedia({ packed, contents, mimeType }: FileInfo): boolean {
  return !packed && contents === 'listed' && /^(image|audio|video|text)\//.test(mimeType)
}
