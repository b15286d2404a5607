import { useEffect, useId } from 'react'
import { Icon } from '#web/ui/icons/icon.tsx'
import { t } from '../../../i18n/t.ts'
import { announce } from '../../../ui/messages/announce.tsx'

type Props = {
  label: string
  value: string
  maxLength: number
  /** The text gives the file password away. */
  leaksPassword: boolean
  onChange: (value: string) => void
}

/** A message with a counter, and a warning if it contains the password. */
export function TextOption({ label, value, maxLength, leaksPassword, onChange }: Props) {
  const id = useId()
  useEffect(() => {
    if (leaksPassword) announce(t('options.passwordTold'))
  }, [leaksPassword])
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        maxLength={maxLength}
        aria-describedby={`${id}-count ${leaksPassword ? `${id}-told` : ''}`}
        rows={1}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <span className="hint num xs counter" id={`${id}-count`}>
          {value.length} / {maxLength}
        </span>
      )}
      {leaksPassword && (
        <p className="note note-warn" id={`${id}-told`}>
          <Icon name="warning" />
          <span>{t('options.passwordTold')}</span>
        </p>
      )}
    </div>
  )
}
