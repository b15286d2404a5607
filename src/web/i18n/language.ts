import { spokenLanguage } from './spoken-language.ts'

/** The language that numbers and dates are written in. English dates are European: day first. */
export function language(): string {
  const spoken = spokenLanguage()
  return spoken === 'en' ? 'en-GB' : spoken
}
