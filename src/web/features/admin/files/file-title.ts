import type { AdminFile } from '#contract/operations/admin.ts'
import { t } from '../../../i18n/t.ts'

/** Title of a file; the name of an expired or deleted one is gone. */
export function fileTitle({ filename }: Pick<AdminFile, 'filename'>): string {
  return filename || t('admin.files.nameGone')
}
