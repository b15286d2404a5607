import { i18n } from '@lingui/core'

/** What only the administrator, or the server that looked at the file, can say. */
const inOwnWords: ReadonlySet<string> = new Set(['MAINTENANCE', 'VALIDATION_ERROR'])

/**
 * What the server answered, in the language of the page: by its code of contract/errors.ts. The server's own sentence
 * stays where nobody else knows it, and where the code is newer than this page.
 */
export function answerText({ code, message }: { code: string; message: string }): string {
  const key = `code.${code}`
  if (!(key in i18n.messages) || (inOwnWords.has(code) && message !== '')) return message
  return i18n._(key)
}
