import { language } from '../language.ts'

/** A day of the calendar, given as 2024-01-22, written out: "22 January 2024". */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(day))
}
