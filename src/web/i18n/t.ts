import { i18n } from '@lingui/core'
import type en from './en.json'

export type TextKey = keyof typeof en

/** The text of a key in the language at hand. `values` fill its placeholders. */
export function t(key: TextKey, values?: Record<string, string | number>): string {
  return i18n._(key, values)
}
