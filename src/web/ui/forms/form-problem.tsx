import { Icon } from '../icons/icon.tsx'

/** Error of the whole form, read out when it appears. Renders nothing without a text. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p className="note note-bad lines" role="alert">
      <Icon name="warning" />
      {text}
    </p>
  )
}
