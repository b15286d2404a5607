import { useId, useState } from 'react'
import { type TextKey, t } from '../../i18n/t.ts'
import { announce } from '../../ui/announce.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { newPassword } from './new-password.ts'
import { passwordStrength, type Strength } from './password-strength.ts'

const hints: Record<Strength, TextKey> = {
  weak: 'options.passwordWeak',
  fair: 'options.passwordFair',
  strong: 'options.passwordStrong',
}

type Props = { value: string; maxLength: number; onChange: (value: string) => void }

/** The file password: typed, or made up and then shown, because its sender has to pass it on. */
export function PasswordOption({ value, maxLength, onChange }: Props) {
  const id = useId()
  const [shown, setShown] = useState(false)
  const strength = passwordStrength(value)
  function generate() {
    onChange(newPassword())
    setShown(true)
    announce(t('options.passwordMade'))
  }
  return (
    <div className="field">
      <div className="label-row">
        <label htmlFor={id}>{t('options.password')}</label>
        <button type="button" className="btn btn-quiet label-btn" onClick={generate}>
          {t('options.generate')}
        </button>
      </div>
      <PasswordField
        id={id}
        autoComplete="new-password"
        placeholder={t('options.optional')}
        maxLength={maxLength}
        aria-describedby={value ? `${id}-strength` : undefined}
        value={value}
        shown={shown}
        onShow={setShown}
        onChange={(event) => onChange(event.target.value)}
      />
      {value && (
        <p className="hint strength" data-strength={strength} id={`${id}-strength`}>
          {t(hints[strength])}
        </p>
      )}
    </div>
  )
}
