import './code-cells.css'
import type { ChangeEvent, ComponentProps } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { codeDigits } from '#contract/transfers/limits.ts'
import { t } from '../../i18n/t.ts'
import { FormField } from './form-field.tsx'

type CellsProps = Omit<ComponentProps<'input'>, 'inputMode' | 'autoComplete'> & { code: string }

/** One real field over six drawn cells: pasting, autofill and screen readers meet a single field. */
export function CodeCells({ code, ...input }: CellsProps) {
  const cells = Array.from({ length: codeDigits }, (_, index) => ({ index, digit: code[index] }))
  return (
    <div className="code-cells">
      {cells.map(({ index, digit }) => (
        <i key={index} className={index === code.length ? 'at' : undefined} aria-hidden="true">
          {digit}
        </i>
      ))}
      <input {...input} inputMode="numeric" autoComplete="one-time-code" />
    </div>
  )
}

type FieldProps = {
  code: string
  error: string | undefined
  /** The code in it was refused, for a reason that stands elsewhere. */
  wrong?: boolean
  field: UseFormRegisterReturn
  /** Called once the last digit is there. */
  onComplete?: () => void
}

/** The cells in a form that has further fields. */
export function CodeField({ code, error, wrong = false, field, onComplete }: FieldProps) {
  async function change(event: ChangeEvent<HTMLInputElement>) {
    const { target } = event
    target.value = target.value.replace(/\D/g, '').slice(0, codeDigits)
    await field.onChange(event)
    if (target.value.length === codeDigits) onComplete?.()
  }
  return (
    <FormField label={t('oneTimeCode.field')} error={error}>
      {(tie) => (
        <CodeCells
          {...tie}
          {...field}
          code={code}
          aria-invalid={wrong || tie['aria-invalid']}
          onChange={(event) => void change(event)}
        />
      )}
    </FormField>
  )
}
