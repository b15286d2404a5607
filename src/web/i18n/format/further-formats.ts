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

const untilTexts = {
  available: ['time.availableToday', 'time.availableTomorrow', 'time.availableUntil'],
  open: ['time.openToday', 'time.openTomorrow', 'time.openUntil'],
} as const

/**
 * How long something lasts, on pages that don't count down: "Available until tomorrow, 00:33 (3 hours left)", or "Expired".
 * A file is available, a file request is open. Times in ms since 1970.
 */
export function untilText(what: keyof typeof untilTexts, end: number, now: number): string {
  if (now >= end) return t('time.expired')
  const [today, tomorrow, later] = untilTexts[what]
  const days = dayNumber(end) - dayNumber(now)
  const left = leftText(end, now)
  if (days > 1) return t(later, { date: formatDateTime(end), left })
  return t(days === 0 ? today : tomorrow, { clock: formatClock(end), left })
}

/** How long something still lasts, alone: "3 hours left", or "Expired". Times in ms since 1970. */
export function stillLeftText(end: number, now: number): string {
  return now >= end ? t('time.expired') : t('time.stillLeft', { left: leftText(end, now) })
}

/** "41 minutes", "3 hours", "36 hours" or "7 days", to the nearest. */
function leftText(end: number, now: number): string {
  const minutes = Math.max(1, Math.ceil((end - now) / 60_000))
  const hours = Math.round(minutes / 60)
  const [count, unit] =
    minutes < 60 ? [minutes, 'minute'] : hours < 48 ? [hours, 'hour'] : [Math.round(hours / 24), 'day']
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
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
