import { useEffect, useRef } from 'react'
import { t } from '../../i18n/t.ts'
import { Button, useSingleFlight } from './button.tsx'

type Props = {
  onRetry: () => unknown
  text?: string
  quiet?: boolean
}

/** Tries again. If it had the focus when the content replaces it, the main part of the page takes the focus. */
export function RetryButton({ onRetry, text = t('shell.tryAgain'), quiet = false }: Props) {
  const [retry, busy] = useSingleFlight(async () => void (await onRetry()))
  const hadFocus = useRef(false)
  useEffect(
    () => () => {
      const isLost = hadFocus.current && document.activeElement === document.body
      if (isLost) document.getElementById('main')?.focus({ preventScroll: true })
    },
    [],
  )
  /** Looks for the focus before the button is taken out of the page. */
  function keepFocus(button: HTMLButtonElement) {
    return () => {
      hadFocus.current = document.activeElement === button
    }
  }
  return (
    <Button
      variant={quiet ? 'quiet' : 'primary'}
      ref={keepFocus}
      busy={busy}
      busyText={t('shell.loading')}
      onClick={() => retry()}
    >
      {text}
    </Button>
  )
}
