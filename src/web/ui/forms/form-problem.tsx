import { Icon } from '../icons/icon.tsx'

/** Why a form was refused as a whole; read out when it appears. Nothing without a text. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p className="note note-bad lines" role="alert">
      <Icon name="warning" />
      {text}
    </p>
  )
}
