import './copy-field.css'
import { useRef } from 'react'
import { CopyButton } from './copy-button.tsx'

type Props = {
  value: string
  label: string
  /** Names the button, where there is another beside it. */
  copyLabel?: string
  primary?: boolean
}

/** A link that stays readable and selectable, with a button that copies it. */
export function CopyField({ value, label, copyLabel, primary = false }: Props) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="copyfield">
      <input
        ref={field}
        className="input"
        readOnly
        value={value}
        aria-label={label}
        onFocus={(event) => event.target.select()}
      />
      <CopyButton
        value={value}
        label={copyLabel}
        field={field}
        variant={primary ? 'primary' : 'secondary'}
        large={primary}
      />
    </div>
  )
}
