import { language } from '../language.ts'
import { t } from '../t.ts'
import { dayNumber, formatClock, formatDateTime } from './format.ts'

/** When something happened, as people say it: "Today, 17:06", "Yesterday, 08:00", or the date. Times in ms since 1970. */
export function pastMoment(time: number, now: number): string {
  const days = dayNumber(now) - dayNumber(time)
  if (days === 0) return t('time.todayAt', { clock: formatClock(time) })
  if (days === 1) return t('time.yesterdayAt', { clock: formatClock(time) })
  return formatDateTime(time)
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago something was, in its largest unit: "2 min ago"; within a minute "now". Both in ms since 1970. */
export function formatAgo(time: number, now: number): string {
  const span = Math.max(0, now - time)
  const [unit, length] = units.find(([, length]) => span >= length) ?? ['second', Number.POSITIVE_INFINITY]
  const format = new Intl.RelativeTimeFormat(language(), { style: 'short', numeric: 'auto' })
  return format.format(-Math.floor(span / length), unit)
}

/** As inputs of the type datetime-local have it: without a zone, to the minute. `time` in ms since 1970. */
export function localMoment(time: number): string {
  const date = new Date(time)
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** "4,812" */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(language()).format(value)
}

/** A part of a whole, 0 to 1: "6.6%". */
export function formatPercent(part: number): string {
  return new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 1 }).format(part)
}

/** A span of seconds in whole days, hours and minutes. */
export function uptimeOf(seconds: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.floor(seconds / 60)
  return {
    days: Math.floor(minutes / 1440),
    hours: Math.floor((minutes % 1440) / 60),
    minutes: minutes % 60,
  }
}
