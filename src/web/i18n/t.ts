import { i18n } from '@lingui/core'
import { createElement, Fragment, type ReactNode } from 'react'
import { usualMaintenanceMessage } from '#contract/operations/maintenance-message.ts'
import type en from './en.json'

export type TextKey = keyof typeof en

/** The text of a key in the language at hand. `values` fill its placeholders. */
export function t(key: TextKey, values?: Record<string, string | number>): string {
  return i18n._(key, values)
}

/** A text of the catalog with elements in place of its values, wherever the language puts them. */
export function textWith(key: TextKey, values: Readonly<Record<string, ReactNode>>): ReactNode[] {
  const names = Object.keys(values)
  const marks = Object.fromEntries(names.map((name) => [name, `\0${name}\0`]))
  return t(key, marks)
    .split('\0')
    .map((part, index) =>
      // Every other part is the name of a value.
      index % 2 === 0 ? part : createElement(Fragment, { key: part }, values[part]),
    )
}

/** Codes whose sentence only the administrator, or the server that checked the input, can write. */
const inOwnWords: ReadonlySet<string> = new Set(['MAINTENANCE', 'VALIDATION_ERROR'])

/**
 * The server's error in the language of the page, by its code of contract/errors.ts. Keeps the server's own sentence for the
 * codes above, and for a code newer than this page.
 */
export function answerText({ code, message }: { code: string; message: string }): string {
  const key = `code.${code}`
  const isOwn = inOwnWords.has(code) && message && message !== usualMaintenanceMessage
  return isOwn || !(key in i18n.messages) ? message : i18n._(key)
}
