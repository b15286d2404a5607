import { type ReactNode, useId } from 'react'
import { Icon } from '../icons/icon.tsx'

/** Attributes that tie an input to its label, hint and error. */
export type FieldProps = {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

type Props = {
  label: string
  /** Expected input; an error takes its place. */
  hint?: ReactNode
  error?: ReactNode
  /** Stands beside the label. */
  beside?: ReactNode
  children: (field: FieldProps) => ReactNode
}

/** A label, an input, and below it a hint or an error. */
export function FormField({ label, hint, error, beside, children }: Props) {
  const id = useId()
  const described = error !== undefined || hint !== undefined
  const name = <label htmlFor={id}>{label}</label>
  return (
    <div className="field">
      {beside ? (
        <div className="bar-row between">
          {name}
          {beside}
        </div>
      ) : (
        name
      )}
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': described ? `${id}-about` : undefined,
      })}
      {error !== undefined ? (
        <p className="hint-bad" id={`${id}-about`}>
          <Icon name="warning" />
          {error}
        </p>
      ) : (
        hint !== undefined && (
          <p className="hint" id={`${id}-about`}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}
