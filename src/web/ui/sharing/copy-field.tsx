import './copy-field.css'
import { useRef } from 'react'
import { t } from '../../i18n/t.ts'
import { Icon } from '../icons/icon.tsx'
import { useCopy } from './use-copy.ts'

/** A link that stays readable and selectable, with a button that copies it and says so for two seconds. */
export function CopyField({
  value,
  label,
  primary = false,
}: {
  value: string
  label: string
  primary?: boolean
}) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, copy] = useCopy()
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
      <button
        type="button"
        className={`btn ${primary ? 'btn-primary btn-l' : 'btn-line'}`}
        onClick={() => void copy(value, field.current ?? undefined)}
      >
        <Icon name={copied ? 'tick' : 'copy'} />
        {copied ? t('copy.done') : t('copy.copy')}
      </button>
    </div>
  )
}
