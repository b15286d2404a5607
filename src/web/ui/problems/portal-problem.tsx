import { t } from '../../i18n/t.ts'
import { useDocumentTitle } from '../page/use-document-title.ts'
import { RetryButton } from './retry-button.tsx'

/** Stands in for a part of the portal that could not be loaded. */
export function PortalProblem({ onRetry }: { onRetry: () => void }) {
  useDocumentTitle(t('portal.problem'))
  return (
    <div className="stand-in stack" role="alert">
      <h1 className="title-xl">{t('portal.problem')}</h1>
      <p>{t('portal.problemHint')}</p>
      <div>
        <RetryButton onRetry={onRetry} />
      </div>
    </div>
  )
}
