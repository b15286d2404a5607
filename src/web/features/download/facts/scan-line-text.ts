import type { ServiceConfig } from '#contract/service.ts'
import type { ScanVerdict } from '#contract/transfers/files.ts'
import { t } from '../../../i18n/t.ts'

/**
 * Says in one line what the scan of a file really found out. `checked` is what the built-in check says, and what a scanner says
 * that may not have read all of it.
 */
export function scanLineText(verdict: ScanVerdict, scanner: ServiceConfig['scanner']): string {
  switch (verdict) {
    case 'clean':
      return t('download.scanClean')
    case 'checked':
      return t('download.scanChecked', { scanner })
    case 'unscanned':
      return t('download.scanUnscanned')
  }
}
