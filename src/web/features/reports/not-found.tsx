import './reports.css'
import { t } from '#web/i18n/t.ts'
import { RetryButton } from '#web/ui/controls/retry-button.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { failureText, mayPass } from '#web/ui/messages/failure-text.ts'
import { useDocumentTitle } from '#web/ui/page/title.tsx'

/** Shows the same text for an unknown number and a wrong link. Temporary failures can be retried. */
export function NotFound({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isPassing = mayPass(error)
  const title = t(isPassing ? 'shell.notFetched' : 'report.notFound')
  useDocumentTitle(title)
  return (
    <div className="report-page">
      <section className="card card-pad stack-s">
        <h1>{title}</h1>
        <p role="alert" className="lines">
          {failureText(error, 'report.notLoaded')}
        </p>
        {isPassing && (
          <div>
            <RetryButton onRetry={onRetry} />
          </div>
        )}
      </section>
    </div>
  )
}

/** Reserves the space of content that has not loaded yet. */
export function Awaited() {
  return (
    <div className="report-page">
      <div className="card">
        <WaitingRows rows={5} />
      </div>
    </div>
  )
}
