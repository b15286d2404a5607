import { useServiceConfig } from '../../api/service-config.ts'
import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icon.tsx'

const scannerTexts = {
  clamd: 'download.scanned',
  'built-in': 'download.checked',
  off: 'download.notScanned',
} as const

/** Where files are kept and what was done to them: no more than this server really does. */
export function SecurityNotice() {
  const config = useServiceConfig()
  return (
    <p className="note gap-above">
      <Icon name="shield" />
      <span>
        <b>{t('download.securityNotice')}</b> {t('download.keptInEurope')} {t(scannerTexts[config.scanner])}{' '}
        {t('download.openWithCare')}
      </span>
    </p>
  )
}
