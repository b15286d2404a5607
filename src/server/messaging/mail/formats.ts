import { dateIn } from '#contract/languages.ts'
import { scaleSize } from '#contract/transfers/scale-size.ts'
import type { MailTexts } from './mail-texts.ts'

const sizeUnits = [
  'unit.bytes',
  'unit.kilobytes',
  'unit.megabytes',
  'unit.gigabytes',
  'unit.terabytes',
] as const

/** Bytes for people, 1024-based: "1.14 GB". */
export function sizeText(bytes: number, { locale, text }: MailTexts): string {
  const { value, unit, digits } = scaleSize(bytes)
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)
  return text(sizeUnits[unit], { number })
}

/**
 * A moment (ms since 1970) in words: "21 November 2026 at 19:06 UTC"; with a time zone that differs from UTC then, in
 * that zone first: "21 November 2026 at 20:06 CET (19:06 UTC)". A mail does not know its reader's zone.
 */
export function momentText(at: number, { locale, text }: MailTexts, timeZone = 'UTC'): string {
  const utc = wallClock(at, locale, 'UTC')
  const local = wallClock(at, locale, timeZone)
  if (local.date === utc.date && local.time === utc.time) return text('moment', { ...utc, zone: 'UTC' })
  const { date, time } = utc
  const beside =
    local.date === date ? text('clock', { time, zone: 'UTC' }) : text('moment', { date, time, zone: 'UTC' })
  return `${text('moment', local)} (${beside})`
}

function wallClock(at: number, locale: string, timeZone: string) {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  const parts = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone,
  }).formatToParts(at)
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)?.value ?? ''
  return { date: dateIn(day, at), time: `${part('hour')}:${part('minute')}`, zone: part('timeZoneName') }
}
