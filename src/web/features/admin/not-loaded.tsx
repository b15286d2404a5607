import { failureText } from '../../failure-text.ts'
import { t } from '../../i18n/t.ts'

type Props = {
  /** Why it could not be loaded; null while it is on its way. */
  error: Error | null
  onRetry: () => void
}

/** Stands where something has not been loaded: yet, or at all. */
export function NotLoaded({ error, onRetry }: Props) {
  if (!error) {
    return (
      <div className="waiting" role="status">
        <span className="spinner" aria-hidden="true" />
        {t('shell.loading')}
      </div>
    )
  }
  return (
    <div className="slip slip-pad stack not-loaded" role="alert">
      <h2>{t('admin.loadProblem')}</h2>
      <p className="lines">{failureText(error, 'admin.loadFailed')}</p>
      <div>
        <button type="button" className="btn btn-primary" onClick={onRetry}>
          {t('shell.tryAgain')}
        </button>
      </div>
    </div>
  )
}
