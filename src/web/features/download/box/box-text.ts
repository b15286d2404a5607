import type { FileInfo } from '#contract/transfers/files.ts'
import { t } from '../../../i18n/t.ts'
import type { Gone } from '../problems/problem.ts'
import { problemText } from '../problems/problem-text.ts'

/** Whether the name of the file says more than the title above it. */
export function namesDiffer({ title, filename }: Pick<FileInfo, 'title' | 'filename'>): boolean {
  return title !== null && title !== filename && `${title}.zip` !== filename
}

/** Says why a file cannot be had any more. `taken`: this page has just had the last download. */
export function goneText(gone: Gone, taken: boolean): string {
  if (taken) return t(gone === 'deleted' ? 'download.taken' : 'download.lastTaken')
  return gone === 'expired' ? t('download.expiredText') : problemText({ kind: gone })
}
