import { t } from '../t.ts'
import { formatClock, formatDateTime } from './format.ts'

/** When something ends, as people say it: "today at 20:06", "tomorrow at 08:00", or the date. */
export function endOfLife(expiresAt: number, now: number): string {
  const days = dayNumber(expiresAt) - dayNumber(now)
  if (days === 0) return t('time.today', { clock: formatClock(expiresAt) })
  if (days === 1) return t('time.tomorrow', { clock: formatClock(expiresAt) })
  return t('time.onDate', { date: formatDateTime(expiresAt) })
}

/** Days since 1970 on the calendar of this browser. */
export function dayNumber(time: number): number {
  const date = new Date(time)
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000)
}
