import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FormField } from './form-field.tsx'
import { PasswordField } from './password-field.tsx'

type Props = {
  label: string
  hint?: ReactNode
  /** Stands beside the label. */
  beside?: ReactNode
  error: string | undefined
  /** Result of the form's `register` for this field. */
  field: UseFormRegisterReturn
  /** Lets password managers know whether to fill in or to make one up. */
  autoComplete: 'current-password' | 'new-password'
}

/** A labelled password in a form. */
export function LabelledPassword({ label, hint, beside, error, field, autoComplete }: Props) {
  return (
    <FormField label={label} hint={hint} error={error} beside={beside}>
      {(tie) => <PasswordField autoComplete={autoComplete} {...tie} {...field} />}
    </FormField>
  )
}
