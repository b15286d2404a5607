import { language } from '../language.ts'
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

/** The day of a moment in ms since 1970, where the reader is: "3 Feb 2026". */
export function formatDate(time: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(time)
}

/** A day of the calendar, given as 2024-01-22, written out: "22 January 2024". */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
}
