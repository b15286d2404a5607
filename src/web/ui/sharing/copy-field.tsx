import './copy-field.css'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Icon } from '../icons/icon.tsx'
import { announce } from '../messages/announce.tsx'
import { copyText } from './copy-text.ts'

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
  const [copies, setCopies] = useState(0)
  const copied = copies > 0
  useEffect(() => {
    if (copies === 0) return undefined
    const timer = setTimeout(() => setCopies(0), 2000)
    return () => clearTimeout(timer)
  }, [copies])
  async function copy() {
    if (!field.current || !(await copyText(value, field.current))) return
    setCopies((count) => count + 1)
    announce(t('copy.done'))
  }
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
        onClick={() => void copy()}
      >
        <Icon name={copied ? 'tick' : 'copy'} />
        {copied ? t('copy.done') : t('copy.copy')}
      </button>
    </div>
  )
}
