import './download.css'
import { type ReactNode, useEffect, useRef } from 'react'
import type { FileInfo } from '#contract/files.ts'
import { endOfLife } from '../../i18n/end-of-life.ts'
import { formatSize } from '../../i18n/format.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { pathWith } from '../../ui/router/match-path.ts'
import { usePlace } from '../../ui/router/place.ts'
import { useParams } from '../../ui/router/routes.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useNow } from '../../ui/use-now.ts'
import { LoadingBox } from './loading-box.tsx'
import type { Problem } from './problem.ts'
import { problemText } from './problem-text.ts'
import { useDeletion } from './use-deletion.ts'

/** Where a deletion link leads. The token stands behind the `#`, which browsers never send to a server. */
export default function DeletionPage() {
  const { fileId = '' } = useParams()
  const token = usePlace().hash.slice(1)
  return <Deletion key={`${fileId} ${token}`} id={fileId} token={token} />
}

function Deletion({ id, token }: { id: string; token: string }) {
  const { state, retry, confirm } = useDeletion(id, token)
  switch (state.phase) {
    case 'loading':
      return <LoadingBox />
    case 'confirm':
    case 'deleting':
      return (
        <Question
          file={state.file}
          problem={state.problem}
          busy={state.phase === 'deleting'}
          onConfirm={() => void confirm()}
        />
      )
    case 'deleted':
      return <Outcome title={t('deletion.deleted')} text={t('deletion.deletedText')} />
    case 'gone':
      return <Outcome title={t('deletion.gone')} text={t('deletion.goneText')} />
    case 'link-not-valid':
      return <Outcome title={t('deletion.notValid')} text={t('deletion.notValidText')} />
    case 'unavailable':
      return (
        <Outcome title={t('download.notAvailable')} text={problemText(state.problem)}>
          <button type="button" className="btn btn-primary" onClick={retry}>
            {t('download.tryAgain')}
          </button>
        </Outcome>
      )
  }
}

function Question({
  file,
  problem,
  busy,
  onConfirm,
}: {
  file: FileInfo
  problem: Problem | undefined
  busy: boolean
  onConfirm: () => void
}) {
  useDocumentTitle(t('deletion.deleteFile'))
  const now = useNow(0, 60_000)
  return (
    <div className="held">
      <section className="box box-attach">
        <p className="strong">{t('deletion.deleteFile')}</p>
        <h1 className="title-xl file-title">{file.filename}</h1>
        <p className="bar-row file-facts">
          <span className="num">{formatSize(file.size)}</span>
          <time dateTime={file.expiresAt}>
            {t('time.expires', { when: endOfLife(Date.parse(file.expiresAt), now) })}
          </time>
        </p>
      </section>
      <section className="slip slip-pad stack">
        <p>{t('deletion.whatHappens')}</p>
        <p>
          <b>{t('deletion.cannotBeUndone')}</b>
        </p>
        {problem && (
          <p className="note note-bad" role="alert">
            <Icon name="warning" />
            {problemText(problem)}
          </p>
        )}
        <div className="bar-row">
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={busy}
            onClick={busy ? undefined : onConfirm}
          >
            <Icon name="bin" />
            {busy ? t('deletion.deleting') : t('deletion.deleteFile')}
          </button>
          <Link className="btn btn-line" to={pathWith(paths.download, { fileId: file.id })}>
            {t('deletion.keepFile')}
          </Link>
        </div>
      </section>
    </div>
  )
}

/** How it ended. The heading takes the focus, because the button that had it is gone. */
function Outcome({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  useDocumentTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="held">
      <section className="box box-empty box-attach">
        <h1 className="title-xl" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className="tight-above">{text}</p>
      </section>
      <section className="slip slip-pad">
        <div className="bar-row">
          {children}
          <Link className={`btn ${children ? 'btn-line' : 'btn-primary'}`} to={paths.home}>
            <Icon name="upload" />
            {t('download.uploadYourOwn')}
          </Link>
        </div>
      </section>
    </div>
  )
}
