import { t } from '../../i18n/t.ts'
import { useDocumentTitle } from '../../ui/page/use-document-title.ts'

/** Shown in place of a page until the session is known. */
export function Waiting() {
  useDocumentTitle(t('shell.loading'))
  return (
    <div className="waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      {t('shell.loading')}
    </div>
  )
}
