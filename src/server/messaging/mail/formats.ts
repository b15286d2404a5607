import { scaleSize } from '#contract/transfers/scale-size.ts'
import type { MailTexts } from './texts.en.ts'

/** Bytes for people, 1024-based: "1.14 GB". */
export function sizeText(bytes: number, { locale, units }: Pick<MailTexts, 'locale' | 'units'>): string {
  const { value, unit, digits } = scaleSize(bytes)
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)} ${units[unit]}`
}

/** A moment (ms since 1970) in words: "21 November 2026 at 19:06 UTC". A mail does not know its reader's zone. */
export function momentText(time: number, { locale, moment }: Pick<MailTexts, 'locale' | 'moment'>): string {
  const zone = { timeZone: 'UTC' } as const
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...zone }).format(time)
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return moment(date, new Intl.DateTimeFormat(locale, { ...clock, ...zone }).format(time))
}
