import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icons/icon.tsx'

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
        <p className="hint-bad" id={`${id}-about`} role="alert">
          <Icon name="warning" />
          {problem}
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
