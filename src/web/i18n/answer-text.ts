import { i18n } from '@lingui/core'
import { usualMaintenanceMessage } from '#contract/operations/maintenance-message.ts'

/** What only the administrator, or the server that looked at the file, can say. */
const inOwnWords: ReadonlySet<string> = new Set(['MAINTENANCE', 'VALIDATION_ERROR'])

/**
 * What the server answered, in the language of the page: by its code of contract/errors.ts. The server's own sentence
 * stays where nobody else knows it, and where the code is newer than this page.
 */
export function answerText({ code, message }: { code: string; message: string }): string {
  const key = `code.${code}`
  const isOwn = inOwnWords.has(code) && message && message !== usualMaintenanceMessage
  return isOwn || !(key in i18n.messages) ? message : i18n._(key)
}
