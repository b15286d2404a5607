import './security.css'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { t } from '#web/i18n/t.ts'
import { FormField } from '#web/ui/forms/form-field.tsx'

/** Digits of a code. */
export const codeLength = 6

type Props = {
  code: string
  error: string | undefined
  /** The code in it was refused, for a reason that stands elsewhere. */
  wrong?: boolean
  field: UseFormRegisterReturn
  /** The last digit is there. */
  onComplete?: () => void
}

/** One field for six digits, drawn over six cells. */
export function OneTimeCodeField({ code, error, wrong = false, field, onComplete }: Props) {
  const cells = Array.from({ length: codeLength }, (_, index) => ({ index, digit: code[index] ?? '' }))
  return (
    <FormField label={t('secondFactor.sixDigits')} error={error}>
      {(tie) => (
        <div className="code-cells">
          {cells.map(({ index, digit }) => (
            <i key={index} className={index === code.length ? 'at' : ''} aria-hidden="true">
              {digit}
            </i>
          ))}
          <input
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={codeLength}
            {...tie}
            aria-invalid={wrong || tie['aria-invalid']}
            {...field}
            onChange={async (event) => {
              const digits = event.target.value.replace(/\D/g, '').slice(0, codeLength)
              event.target.value = digits
              await field.onChange(event)
              if (digits.length === codeLength) onComplete?.()
            }}
          />
        </div>
      )}
    </FormField>
  )
}
