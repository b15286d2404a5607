import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icons/icon.tsx'

/** Says where files are stored, and to open them with care. */
export function SecurityNotice() {
  return (
    <p className="note gap-above">
      <Icon name="shield" />
      <span>
        <b>{t('download.securityNotice')}</b> {t('download.keptInEurope')} {t('download.openWithCare')}
      </span>
    </p>
  )
}
