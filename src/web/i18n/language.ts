import { i18n } from '@lingui/core'

/** The language that numbers and dates are written in. English dates are European: day first. */
export function language(): string {
  return i18n.locale === 'en' || i18n.locale === '' ? 'en-GB' : i18n.locale
}
