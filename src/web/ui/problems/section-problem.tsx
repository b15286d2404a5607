import { RetryButton } from './retry-button.tsx'

type Props = {
  /** Says which part could not be loaded. */
  text: string
  onRetry: () => void
}

/** Shown in a section in place of its rows. */
export function SectionProblem({ text, onRetry }: Props) {
  return (
    <p className="card-pad">
      {text} <RetryButton quiet onRetry={onRetry} />
    </p>
  )
}
