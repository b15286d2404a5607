import { useEffect, useId } from 'react'
import { t } from '../../i18n/t.ts'
import { announce } from '../../ui/announce.tsx'
import { Icon } from '../../ui/icon.tsx'

type Props = {
  label: string
  value: string
  maxLength: number
  /** The text gives the file password away. */
  tellsPassword: boolean
  onChange: (value: string) => void
}

/** A message with a counter, and a word of warning where the password stands in it. */
export function TextOption({ label, value, maxLength, tellsPassword, onChange }: Props) {
  const id = useId()
  useEffect(() => {
    if (tellsPassword) announce(t('options.passwordTold'))
  }, [tellsPassword])
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        maxLength={maxLength}
        aria-describedby={`${id}-count ${tellsPassword ? `${id}-told` : ''}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="hint num xs counter" id={`${id}-count`}>
        {value.length} / {maxLength}
      </span>
      {tellsPassword && (
        <p className="note note-warn" id={`${id}-told`}>
          <Icon name="warning" />
          <span>{t('options.passwordTold')}</span>
        </p>
      )}
    </div>
  )
}
