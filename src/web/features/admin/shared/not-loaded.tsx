import { t } from '#web/i18n/t.ts'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { RetryButton } from '#web/ui/problems/retry-button.tsx'

type Props = {
  /** Why it could not be loaded. */
  error: Error
  onRetry: () => void
}

/** Stands where something could not be loaded. */
export function NotLoaded({ error, onRetry }: Props) {
  return (
    <div className="card card-pad stack not-loaded" role="alert">
      <h2>{t('admin.loadProblem')}</h2>
      <p className="lines">{failureText(error, 'admin.loadFailed')}</p>
      <div>
        <RetryButton onRetry={onRetry} />
      </div>
    </div>
  )
}
