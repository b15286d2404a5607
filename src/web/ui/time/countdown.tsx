import './life-line.css'
import { useEffect } from 'react'
import { t } from '../../i18n/t.ts'
import { announce } from '../messages/announce.tsx'
import { remainingText, remainingTime } from './remaining.ts'

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

/** Remaining time drawn as a rule that shortens. `left` is the part still to go, 0 to 1; 0 is drawn empty. */
export function LifeLine({ left, className = '' }: { left: number; className?: string }) {
  return (
    <span
      className={`life ${left <= 0 ? 'life-none' : ''} ${className}`}
      style={{ '--p': left }}
      aria-hidden="true"
    />
  )
}
