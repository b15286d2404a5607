import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'

/** The address that the provider has to know. */
export function ProviderNote() {
  const { publicUrl } = useServiceConfig()
  const address = `${publicUrl ?? location.origin}/api/auth/oidc/callback`
  return (
    <p className="small muted">
      {t('admin.services.callback')} <code className="break">{address}</code>
    </p>
  )
}
