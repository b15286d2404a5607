import { useEffect } from 'react'
import { t } from '../../i18n/t.ts'
import { announce } from '../messages/announce.tsx'
import { remainingText } from './remaining-text.ts'
import { remainingTime } from './remaining-time.ts'

const spoken = [60, 10, 1]

/** "2h 41m remaining". Spoken aloud at one hour, ten minutes, one minute and at the end, not every second. */
export function Countdown({ expiresAt, now }: { expiresAt: number; now: number }) {
  const remaining = remainingTime(expiresAt, now)
  const { days, hours, minutes, expired } = remaining
  const text = remainingText(remaining)
  const total = days * 1440 + hours * 60 + minutes
  useEffect(() => {
    if (expired || spoken.includes(total)) announce(text)
  }, [expired, total, text])
  return (
    <span role="timer" aria-label={t('time.left')}>
      {text}
    </span>
  )
}
