import { useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { NewPasswordField } from '../../../ui/forms/new-password-field.tsx'

type Props = { value: string; maxLength: number; onChange: (value: string) => void }

/** The file password, which its sender has to pass on. */
export function PasswordOption({ value, maxLength, onChange }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <NewPasswordField
      label={t('options.password')}
      placeholder={t('options.optional')}
      maxLength={maxLength}
      says={{
        weak: t('options.passwordWeak'),
        fair: t('options.passwordFair'),
        strong: t('options.passwordStrong'),
        made: t('options.passwordMade'),
      }}
      typed={value}
      value={value}
      shown={shown}
      onShow={setShown}
      onMade={onChange}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
