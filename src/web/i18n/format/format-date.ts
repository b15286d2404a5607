import { language } from '../language.ts'

/** The day of a moment in ms since 1970, where the reader is: "3 Feb 2026". */
export function formatDate(time: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(time)
}

/** A day of the calendar, given as 2024-01-22, written out: "22 January 2024". */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
}
