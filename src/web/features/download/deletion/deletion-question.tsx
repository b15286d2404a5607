import type { FileInfo } from '#contract/transfers/files.ts'
import { endOfLife } from '#web/i18n/format/end-of-life.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { pathWith } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { useDocumentTitle } from '#web/ui/page/use-document-title.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import type { Problem } from '../problems/problem.ts'
import { problemText } from '../problems/problem-text.ts'

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
export function DeletionQuestion({ id, file, problem, busy, onConfirm }: Props) {
  useDocumentTitle(t('deletion.deleteFile'))
  const now = useNow({ every: 60_000 })
  return (
    <div className="box-page">
      <section className="box box-attach">
        {file ? (
          <>
            <p className="strong">{t('deletion.deleteFile')}</p>
            <h1 className="title-xl file-title">{file.filename}</h1>
            <p className="bar-row file-facts">
              <span className="num">{formatSize(file.size)}</span>
              <time dateTime={file.expiresAt}>
                {t('time.expires', { when: endOfLife(Date.parse(file.expiresAt), now) })}
              </time>
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
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={busy}
            onClick={busy ? undefined : onConfirm}
          >
            <Icon name="bin" />
            {busy ? t('deletion.deleting') : t('deletion.deleteFile')}
          </button>
          <Link className="btn btn-line" to={pathWith(paths.download, { fileId: id })}>
            {t('deletion.keepFile')}
          </Link>
        </div>
      </section>
    </div>
  )
}
