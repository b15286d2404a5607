import { scaleSize } from '#contract/transfers/scale-size.ts'
import type { MailTexts } from './texts.en.ts'

/** Bytes for people, 1024-based: "1.14 GB". */
export function sizeText(bytes: number, { locale, units }: Pick<MailTexts, 'locale' | 'units'>): string {
  const { value, unit, digits } = scaleSize(bytes)
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)} ${units[unit]}`
}

/** A whole number for people: "1,250". */
export function countText(count: number, { locale }: Pick<MailTexts, 'locale'>): string {
  return new Intl.NumberFormat(locale).format(count)
}

/**
 * A moment (ms since 1970) in words: "21 November 2026 at 19:06 UTC"; with a time zone that differs from UTC then, in
 * that zone first: "21 November 2026 at 20:06 CET (19:06 UTC)". A mail does not know its reader's zone.
 */
export function momentText(time: number, texts: MomentTexts, timeZone = 'UTC'): string {
  const utc = wallClock(time, texts, 'UTC')
  const local = wallClock(time, texts, timeZone)
  if (local.date === utc.date && local.clock === utc.clock) return texts.moment(utc.date, utc.clock, 'UTC')
  const beside =
    local.date === utc.date ? texts.clock(utc.clock, 'UTC') : texts.moment(utc.date, utc.clock, 'UTC')
  return `${texts.moment(local.date, local.clock, local.zone)} (${beside})`
}

type MomentTexts = Pick<MailTexts, 'locale' | 'moment' | 'clock'>

function wallClock(time: number, { locale }: MomentTexts, timeZone: string) {
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone })
  const parts = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    timeZone,
  }).formatToParts(time)
  const part = (wanted: Intl.DateTimeFormatPartTypes) =>
    parts.find(({ type }) => type === wanted)?.value ?? ''
  return { date: day.format(time), clock: `${part('hour')}:${part('minute')}`, zone: part('timeZoneName') }
}
