import { t } from '../../i18n/t.ts'
import { useDocumentTitle } from '../../ui/page/use-document-title.ts'

/** Stands in for a page until it is known who is there. */
export function Waiting() {
  useDocumentTitle(t('shell.loading'))
  return (
    <div className="waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      {t('shell.loading')}
    </div>
  )
}
