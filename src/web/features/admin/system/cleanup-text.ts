import { t } from '../../../i18n/t.ts'

type CleanupDetails = {
  readonly cleanedCount: number
  readonly errorCount: number
  readonly errors: readonly string[]
}

/** Errors shown in full; the others are only counted. */
const shown = 3

/** Result of a clean-up of files, with a line for each of the first errors. */
export function cleanupText({ cleanedCount, errorCount, errors }: CleanupDetails): string {
  const lines = [t('admin.actions.filesDone', { count: cleanedCount })]
  if (errorCount > 0) {
    lines.push(t('admin.actions.errors', { count: errorCount }), ...errors.slice(0, shown))
    if (errorCount > shown) lines.push(t('admin.actions.moreErrors', { count: errorCount - shown }))
  }
  return lines.join('\n')
}
