import { t } from '../i18n/t.ts'
import { useDocumentTitle } from '../ui/use-document-title.ts'

/** Stands in for every page while the server does not answer. */
export function Unreachable() {
  useDocumentTitle(t('shell.unreachable'))
  return (
    <div className="on-its-way stack">
      <h1 className="title-xl">{t('shell.unreachable')}</h1>
      <p>{t('shell.unreachableHint')}</p>
      <div>
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          {t('shell.tryAgain')}
        </button>
      </div>
    </div>
  )
}
