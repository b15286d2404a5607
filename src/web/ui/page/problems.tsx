import { t } from '../../i18n/t.ts'
import { RetryButton } from '../controls/retry-button.tsx'
import { useDocumentTitle } from './title.tsx'

/** Shown in place of a part of the portal that could not be loaded. */
export function PortalProblem({ onRetry }: { onRetry: () => unknown }) {
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

/** Stands in a list's place, below the fields in which something may have been typed. */
export function ListProblem({ onRetry }: { onRetry: () => unknown }) {
  return (
    <div className="empty stack" role="alert">
      <h2>{t('portal.problem')}</h2>
      <p>{t('portal.problemHint')}</p>
      <div>
        <RetryButton onRetry={onRetry} />
      </div>
    </div>
  )
}

type Props = {
  /** Says which part could not be loaded. */
  text: string
  onRetry: () => void
}

/** Shown in a section in place of its rows. */
export function SectionError({ text, onRetry }: Props) {
  return (
    <p className="card-pad">
      {text} <RetryButton quiet onRetry={onRetry} />
    </p>
  )
}
