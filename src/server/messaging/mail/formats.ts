import type { MailTexts } from './texts.en.ts'

/** Bytes for people, 1024-based: "1.14 GB". */
export function sizeText(bytes: number, { locale, units }: Pick<MailTexts, 'locale' | 'units'>): string {
  let value = bytes
  let unit = 0
  // From 1023.5 on the rounded number would read 1024.
  while (value >= 1023.5 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)} ${units[unit]}`
}

/** A moment (ms since 1970) in words: "21 November 2026 at 19:06 UTC". A mail does not know its reader's zone. */
export function momentText(time: number, { locale, moment }: Pick<MailTexts, 'locale' | 'moment'>): string {
  const zone = { timeZone: 'UTC' } as const
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...zone }).format(time)
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return moment(date, new Intl.DateTimeFormat(locale, { ...clock, ...zone }).format(time))
}
