import { use } from 'react'
import type { ScanVerdict } from '#contract/transfers/files.ts'
import { ServiceConfigContext } from '#web/service/service-config.ts'
import { t } from '../../../i18n/t.ts'
import { Icon } from '../../../ui/icons/icon.tsx'

/**
 * What the scan of a file really found out, in one line. A file that nobody could look into says so aloud. `checked` is
 * what the built-in check says, and what a scanner says that may not have read all of it.
 */
export function ScanLine({ verdict }: { verdict: ScanVerdict }) {
  const scanner = use(ServiceConfigContext)?.scanner ?? 'built-in'
  switch (verdict) {
    case 'clean':
      return (
        <p className="scan-line">
          <Icon name="shield" />
          {t('download.scanClean')}
        </p>
      )
    case 'checked':
      return (
        <p className="scan-line">
          <Icon name="shield" />
          {t('download.scanChecked', { scanner })}
        </p>
      )
    case 'unscanned':
      return (
        <p className="note note-warn gap-above">
          <Icon name="warning" />
          {t('download.scanUnscanned')}
        </p>
      )
  }
}
