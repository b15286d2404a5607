import { language } from '../language.ts'

/** The day of a moment in ms since 1970, where the reader is: "3 Feb 2026". */
export function formatDate(time: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(time)
}
