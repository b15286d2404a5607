import './reports.css'
import { t } from '#web/i18n/t.ts'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { useDocumentTitle } from '#web/ui/page/use-document-title.ts'

/** The same for an unknown number and a wrong link. */
export function NotFound({ error }: { error: unknown }) {
  useDocumentTitle(t('report.notFound'))
  return (
    <div className="report-page">
      <section className="card card-pad stack-s">
        <h1>{t('report.notFound')}</h1>
        <p role="alert">{failureText(error, 'report.notLoaded')}</p>
      </section>
    </div>
  )
}
