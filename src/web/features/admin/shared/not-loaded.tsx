import { t } from '#web/i18n/t.ts'
import { RetryButton } from '#web/ui/controls/retry-button.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'

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
