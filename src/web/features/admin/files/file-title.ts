import type { AdminFile } from '#contract/operations/admin.ts'
import { t } from '../../../i18n/t.ts'

/** What to call a file; of one that has ended the name is gone. */
export function fileTitle({ filename }: Pick<AdminFile, 'filename'>): string {
  return filename || t('admin.files.nameGone')
}
