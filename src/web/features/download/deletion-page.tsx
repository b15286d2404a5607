import './download.css'
import type { ReactNode } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { useLocation } from '#web/router/location.ts'
import { pathWith } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { useParams } from '#web/router/routes.tsx'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { untilText } from '#web/ui/lists/until-text.ts'
import { Link } from '#web/ui/page/link.tsx'
import { LoadingBox } from '#web/ui/page/loading-box.tsx'
import { FocusedHeading, useDocumentTitle } from '#web/ui/page/title.tsx'
import { useNow } from '#web/ui/time/clock.ts'
import { useDeletion } from './deletion-state.ts'
import type { Problem } from './problems/problem.ts'
import { problemText } from './problems/problem-text.ts'

/** Page of a deletion link. The token stands behind the `#`, which browsers never send to a server. */
export default function DeletionPage() {
  const { fileId = '' } = useParams()
  const token = useLocation().hash.slice(1)
  return <Deletion key={`${fileId} ${token}`} id={fileId} token={token} />
}

function Deletion({ id, token }: { id: string; token: string }) {
  const { state, retry, confirm } = useDeletion(id, token)
  switch (state.phase) {
    case 'loading':
      return <LoadingBox text={t('download.loading')} />
    case 'confirm':
    case 'deleting':
      return (
        <DeletionQuestion
          id={id}
          file={state.file}
          problem={state.problem}
          busy={state.phase === 'deleting'}
          onConfirm={() => void confirm()}
        />
      )
    case 'deleted':
      return <Outcome title={t('deletion.deleted')} text={t('deletion.deletedText')} bySender />
    case 'gone':
      return <Outcome title={t('deletion.gone')} text={t('deletion.goneText')} />
    case 'link-not-valid':
      return <Outcome title={t('deletion.notValid')} text={t('deletion.notValidText')} />
    case 'unavailable':
      return (
        <Outcome title={t('download.notAvailable')} text={problemText(state.problem)}>
          <RetryButton onRetry={retry} />
        </Outcome>
      )
  }
}

function RetryButton({ onRetry }: { onRetry: () => Promise<void> }) {
  const [retry, busy] = useSingleFlight(onRetry)
  return (
    <Button variant="primary" busy={busy} busyText={t('shell.loading')} onClick={retry}>
      {t('download.tryAgain')}
    </Button>
  )
}

type OutcomeProps = {
  title: string
  text: string
  /** It is the sender who reads it, and has sent a file before. */
  bySender?: boolean
  children?: ReactNode
}

/** How it ended. */
function Outcome({ title, text, bySender = false, children }: OutcomeProps) {
  useDocumentTitle(title)
  return (
    <div className="box-page">
      <section className="box box-empty box-attach">
        <FocusedHeading className="title-xl">{title}</FocusedHeading>
        <p className="tight-above">{text}</p>
      </section>
      <section className="card card-pad">
        <div className="bar-row">
          {children}
          <Link className={`btn ${children ? 'btn-line' : 'btn-primary'}`} to={paths.home}>
            <Icon name="upload" />
            {t(bySender ? 'success.another' : 'download.uploadYourOwn')}
          </Link>
        </div>
      </section>
    </div>
  )
}

type Props = {
  id: string
  /** Undefined where its link is over, but not the transfer. */
  file: FileInfo | undefined
  /** Why the last try has failed. */
  problem: Problem | undefined
  busy: boolean
  onConfirm: () => void
}

/** Shows a file, and asks whether to delete it. */
function DeletionQuestion({ id, file, problem, busy, onConfirm }: Props) {
  useDocumentTitle(t('deletion.deleteFile'))
  const now = useNow({ every: 60_000 })
  return (
    <div className="box-page">
      <section className="box box-attach">
        {file ? (
          <>
            <p className="strong">{t('deletion.deleteFile')}</p>
            <h1 className="title-xl file-title">
              <WrappedName name={file.filename} />
            </h1>
            <p className="bar-row file-facts">
              <span className="num">{formatSize(file.size)}</span>
              <time dateTime={file.expiresAt}>{untilText('available', Date.parse(file.expiresAt), now)}</time>
            </p>
          </>
        ) : (
          <h1 className="title-xl">{t('deletion.deleteFile')}</h1>
        )}
      </section>
      <section className="card card-pad stack">
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
          <Button variant="primary" busy={busy} onClick={onConfirm}>
            <Icon name="bin" />
            {busy ? t('deletion.deleting') : t('deletion.deleteFile')}
          </Button>
          <Link className="btn btn-line" to={pathWith(paths.download, { fileId: id })}>
            {t('deletion.keepFile')}
          </Link>
        </div>
      </section>
    </div>
  )
}
