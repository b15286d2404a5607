import { type ComponentProps, useState } from 'react'
import { t } from '../i18n/t.ts'
import { Icon } from './icon.tsx'

/** A password input with a button that shows what was typed. */
export function PasswordField(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className="affix">
      <input
        {...props}
        className="input"
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
      />
      <button
        type="button"
        className="icon-btn"
        aria-pressed={shown}
        aria-label={t('password.show')}
        onClick={() => setShown(!shown)}
      >
        <Icon name="eye" />
      </button>
    </div>
  )
}
