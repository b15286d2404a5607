import type { ReactNode } from 'react'

/**
 * A file's name or path whose lines break behind separators rather than within a word, and not before its extension or between
 * the digits of a date. Browsers break at blanks, and behind hyphens before letters, by themselves. Nothing is put into the
 * text, which may be copied.
 */
export function WrappedName({ name }: { name: string }) {
  const parts = name.replace(/[_/]+|\D[.-]+(?=.*\.)/g, '$&\0').split('\0')
  return parts.reduce<ReactNode>(
    (before, part) => (
      <>
        {before}
        {part}
        <wbr />
      </>
    ),
    '',
  )
}
