import type { ReactNode } from 'react'
import { FieldError } from '#web/ui/forms/form-field.tsx'

type Props = {
  id: string
  label: string
  hint: string | undefined
  problem: string | undefined
  children: ReactNode
}

/** One choice that is saved at once. A failure stands below it until the next try. */
export function Setting({ id, label, hint, problem, children }: Props) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {problem !== undefined ? (
        <FieldError id={`${id}-about`} alert>
          {problem}
        </FieldError>
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
