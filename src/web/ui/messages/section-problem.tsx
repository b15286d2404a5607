import { t } from '../../i18n/t.ts'

type Props = {
  /** What could not be loaded. */
  text: string
  onRetry: () => void
}

/** Stands in a section in place of its rows. */
export function SectionProblem({ text, onRetry }: Props) {
  return (
    <p className="card-pad">
      {text}{' '}
      <button type="button" className="btn btn-quiet" onClick={onRetry}>
        {t('shell.tryAgain')}
      </button>
    </p>
  )
}
