import { formatDuration, formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/messages/toast.ts'

/** Announces Pro, which is not available yet, as the button says. */
export function ProSection() {
  const { limits, expiryOptions } = useServiceConfig()
  const longest = Math.max(...expiryOptions.map(({ duration }) => duration))
  return (
    <section className="card card-pad bar-row between">
      <div className="pro-text">
        <h2>
          {t('profile.upgrade')} <span className="badge badge-pro">{t('badge.pro')}</span>
        </h2>
        <p className="muted small">
          {t('profile.upgradeText', {
            size: formatSize(limits.fileSize.pro),
            life: formatDuration(longest, 'long'),
          })}
        </p>
      </div>
      <Button onClick={() => showToast('plain', t('profile.upgradeSoon'))}>{t('profile.upgrade')}</Button>
    </section>
  )
}
