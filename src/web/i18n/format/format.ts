import { dateIn } from '#contract/languages.ts'
import { scaleSize } from '#contract/transfers/scale-size.ts'
import { language } from '../language.ts'
import { t } from '../t.ts'

const MINUTE = 60_000

const sizeUnits = [
  'unit.bytes',
  'unit.kilobytes',
  'unit.megabytes',
  'unit.gigabytes',
  'unit.terabytes',
] as const

/** Bytes for people, 1024-based, B to TB, with the decimals and the units of the language: "1.14 GB". */
export function formatSize(bytes: number): string {
  const { value, unit, digits } = scaleSize(bytes)
  const number = new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(value)
  return t(sizeUnits[unit], { number })
}

/** "21 Nov 2026, 20:06" */
export function formatDateTime(time: number): string {
  const options = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  return dateIn(new Intl.DateTimeFormat(language(), { ...options, hourCycle: 'h23' }), time)
}

/** "21 Nov 2026, 20:06:12 GMT+1" */
export function formatExactTime(time: number): string {
  const options = { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' } as const
  return dateIn(new Intl.DateTimeFormat(language(), options), time)
}

/** "20:06" */
export function formatClock(time: number): string {
  return new Intl.DateTimeFormat(language(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    time,
  )
}

/** The first full minute at or after a moment: waiting until the clock shows it is long enough. */
export function formatClockRoundedUp(time: number): string {
  return formatClock(Math.ceil(time / MINUTE) * MINUTE)
}

const durationUnits = [
  ['day', 86_400_000, 'unit.days'],
  ['hour', 3_600_000, 'unit.hours'],
  ['minute', MINUTE, 'unit.minutes'],
] as const

/** A span in its largest unit, whole when narrow: "30m" narrow, "30 minutes" or "1.5 hours" long. `duration` in ms. */
export function formatDuration(duration: number, unitDisplay: 'narrow' | 'long'): string {
  const [unit, length, key] = durationUnits.find(([, length]) => duration >= length) ?? durationUnits[2]
  // Intl makes some units narrow in a language and others not: "30 Min." beside "1h" in German.
  if (unitDisplay === 'narrow') return t(key, { count: duration / length })
  const format = new Intl.NumberFormat(language(), {
    style: 'unit',
    unit,
    unitDisplay,
    maximumFractionDigits: 1,
  })
  // A number stays with its unit: some languages have a blank between them at which lines would break.
  return format.format(duration / length).replace(' ', '\u00a0')
}

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
  return dateIn(new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }), time)
}

/** A day of the calendar, given as 2024-01-22, written out: "22 January 2024". */
export function formatDay(day: string): string {
  const format = new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeZone: 'UTC' })
  return dateIn(format, Date.parse(day))
}
