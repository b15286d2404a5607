import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Icon } from '../icons/icon.tsx'
import { PasswordField } from './password-field.tsx'

/** Attributes that tie an input to its label, hint and error. */
type FieldProps = {
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
        <FieldError id={`${id}-about`}>{error}</FieldError>
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

type FieldErrorProps = {
  /** For the `aria-describedby` of what it is about. */
  id?: string
  /** Has it read out when it appears. */
  alert?: boolean
  children: ReactNode
}

/** Names the problem of one field, below it. */
export function FieldError({ id, alert = false, children }: FieldErrorProps) {
  return (
    <p className="hint-bad" id={id} role={alert ? 'alert' : undefined}>
      <Icon name="warning" />
      {children}
    </p>
  )
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'className' | 'name' | 'onBlur' | 'onChange' | 'ref'> & {
  label: string
  hint?: ReactNode
  error: string | undefined
  /** Result of the form's `register` for this field. */
  field: UseFormRegisterReturn
}

/** A labelled line of text in a form. */
export function TextField({ label, hint, error, field, ...input }: TextFieldProps) {
  return (
    <FormField label={label} hint={hint} error={error}>
      {(tie) => <input className="input" {...input} {...tie} {...field} />}
    </FormField>
  )
}

type LabelledPasswordProps = {
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
export function LabelledPassword({ label, hint, beside, error, field, autoComplete }: LabelledPasswordProps) {
  return (
    <FormField label={label} hint={hint} error={error} beside={beside}>
      {(tie) => <PasswordField autoComplete={autoComplete} {...tie} {...field} />}
    </FormField>
  )
}

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

/** Takes the place of a form that has been submitted. It takes the focus, because the button that had it is gone. */
export function FocusedText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p ref={text} tabIndex={-1}>
      {children}
    </p>
  )
}
