import { type ComponentProps, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../controls/button.tsx'
import { Icon } from '../icons/icon.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** Whether the password can be read, where someone else than the button decides, too. */
  shown?: boolean
  onShow?: (shown: boolean) => void
}

/** A password input with a button that reveals it. */
export function PasswordField({ shown: shownFromOutside, onShow, ...props }: Props) {
  const [shownHere, setShownHere] = useState(false)
  const shown = shownFromOutside ?? shownHere
  return (
    <div className="affix">
      <input
        {...props}
        className="input"
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
      />
      <IconButton
        label={t('password.show')}
        aria-pressed={shown}
        onClick={() => (onShow ?? setShownHere)(!shown)}
      >
        <Icon name="eye" />
      </IconButton>
    </div>
  )
}
