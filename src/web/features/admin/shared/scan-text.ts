import type { ScanVerdict } from '#contract/transfers/files.ts'
import type { TextKey } from '#web/i18n/t.ts'

/** Results of a file's virus scan, for operators. */
export const scanText = {
  clean: 'admin.files.scanClean',
  checked: 'admin.files.scanChecked',
  unscanned: 'admin.files.scanUnscanned',
} as const satisfies Record<ScanVerdict, TextKey>
