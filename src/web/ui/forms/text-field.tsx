import type { ComponentProps, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FormField } from './form-field.tsx'

type Props = Omit<ComponentProps<'input'>, 'className' | 'name' | 'onBlur' | 'onChange' | 'ref'> & {
  label: string
  hint?: ReactNode
  error: string | undefined
  /** Result of the form's `register` for this field. */
  field: UseFormRegisterReturn
}

/** A labelled line of text in a form. */
export function TextField({ label, hint, error, field, ...input }: Props) {
  return (
    <FormField label={label} hint={hint} error={error}>
      {(tie) => <input className="input" {...input} {...tie} {...field} />}
    </FormField>
  )
}
