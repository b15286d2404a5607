import { type RefObject, useEffect, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button, type ButtonLook } from '../controls/button.tsx'
import { Icon } from '../icons/icon.tsx'
import { announce } from '../messages/announce.tsx'
import { copyText } from './copy-text.ts'

type Props = ButtonLook & {
  value: string
  className?: string
  disabled?: boolean
  /** The button's word, where it is another than Copy. */
  word?: string
  /** Names the copied text where that is not clear; begins with the button's text. */
  label?: string | undefined
  /** Shows the same text. */
  field?: RefObject<HTMLInputElement | null>
  onCopied?: () => void
}

/** Copies a text and says so for two seconds. */
export function CopyButton({ value, word, label, field, onCopied, ...look }: Props) {
  const [copies, setCopies] = useState(0)
  const copied = copies > 0
  useEffect(() => {
    if (copies === 0) return undefined
    const timer = setTimeout(() => setCopies(0), 2000)
    return () => clearTimeout(timer)
  }, [copies])
  async function copy() {
    if (!(await copyText(value, field?.current))) return
    setCopies((count) => count + 1)
    onCopied?.()
    announce(t('copy.done'))
  }
  return (
    <Button {...look} aria-label={copied ? undefined : label} onClick={() => void copy()}>
      <Icon name={copied ? 'tick' : 'copy'} />
      <span>{copied ? t('copy.done') : (word ?? t('copy.copy'))}</span>
    </Button>
  )
}
