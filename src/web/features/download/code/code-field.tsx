import type { Ref } from 'react'
import { codeDigits } from '#contract/transfers/limits.ts'
import { t } from '../../../i18n/t.ts'

type Props = {
  ref: Ref<HTMLInputElement>
  value: string
  isWrong: boolean
  describedBy: string
  onChange: (digits: string) => void
}

/** One real field over six drawn cells: pasting, autofill and screen readers meet a single field. */
export function CodeField({ ref, value, isWrong, describedBy, onChange }: Props) {
  return (
    <div className={`cells6 ${isWrong ? 'cells6-wrong' : ''}`}>
      {Array.from({ length: codeDigits }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
        <i key={place} aria-hidden="true" className={place === value.length ? 'at' : undefined}>
          {value[place]}
        </i>
      ))}
      <input
        ref={ref}
        aria-label={t('linkCode.field')}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        maxLength={codeDigits}
        value={value}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? describedBy : undefined}
        onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, codeDigits))}
      />
    </div>
  )
}
