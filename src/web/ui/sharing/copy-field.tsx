import './copy-field.css'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button, type ButtonLook } from '../controls/button.tsx'
import { Icon } from '../icons/icon.tsx'
import { announce } from '../messages/announce.tsx'

type Props = {
  value: string
  label: string
  /** Names the button, where there is another beside it. */
  copyLabel?: string | undefined
  /** The button's word, where it is another than Copy. */
  word?: string | undefined
  primary?: boolean
  /** Stands before the button. */
  beside?: ReactNode
  onCopied?: () => void
}

/** A link that stays readable and selectable, with a button that copies it. */
export function CopyField({ value, label, copyLabel, word, primary = false, beside, onCopied }: Props) {
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
        onCopy={onCopied}
      />
      {beside}
      <CopyButton
        value={value}
        label={copyLabel}
        word={word}
        field={field}
        variant={primary ? 'primary' : 'secondary'}
        large={primary}
        onCopied={onCopied}
      />
    </div>
  )
}

type CopyButtonProps = ButtonLook & {
  value: string
  className?: string
  disabled?: boolean
  /** The button's word, where it is another than Copy. */
  word?: string | undefined
  /** Names the copied text where that is not clear; begins with the button's text. */
  label?: string | undefined
  /** Shows the same text. */
  field?: RefObject<HTMLInputElement | null>
  onCopied?: (() => void) | undefined
}

/** Copies a text and says so for two seconds. */
export function CopyButton({ value, word, label, field, onCopied, ...look }: CopyButtonProps) {
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

/**
 * Puts text on the clipboard; where the modern way fails, the selection of a field is copied instead: of `field`, which
 * shows the text, or of one that is made for it.
 */
export async function copyText(text: string, field?: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text, field)
  }
}

function copySelection(text: string, shown: HTMLInputElement | null | undefined): boolean {
  const focused = document.activeElement
  const field = shown ?? document.createElement('input')
  if (!shown) {
    field.value = text
    field.className = 'vh'
    // Within a dialog: what lies outside it cannot be selected.
    ;(focused?.closest('dialog') ?? document.body).append(field)
  }
  field.select()
  const copied = document.execCommand('copy')
  if (!shown) field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
