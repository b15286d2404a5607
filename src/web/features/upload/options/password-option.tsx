import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { FilePasswordField } from '../../../ui/forms/new-password-field.tsx'

type Props = {
  value: string
  /** How long one has to be, where one is set. */
  minLength: number
  /** Whether nothing is sent without one. */
  required: boolean
  onChange: (value: string) => void
}

/** The file password, which its sender has to pass on. */
export function PasswordOption({ value, minLength, required, onChange }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <FilePasswordField
      label={t('options.password')}
      placeholder={required ? undefined : t('options.optional')}
      required={required}
      minLength={minLength}
      typed={value}
      value={value}
      shown={shown}
      onShow={setShown}
      onMade={onChange}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
