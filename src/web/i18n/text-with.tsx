import { Fragment, type ReactNode } from 'react'
import { type TextKey, t } from './t.ts'

/** A text of the catalog with elements in place of its values, wherever the language puts them. */
export function textWith(key: TextKey, values: Readonly<Record<string, ReactNode>>): ReactNode[] {
  const names = Object.keys(values)
  const marks = Object.fromEntries(names.map((name) => [name, `\0${name}\0`]))
  return t(key, marks)
    .split('\0')
    .map((part, index) =>
      // Every other part is the name of a value.
      index % 2 === 0 ? part : <Fragment key={part}>{values[part]}</Fragment>,
    )
}
