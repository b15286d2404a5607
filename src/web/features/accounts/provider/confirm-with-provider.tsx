import { confirmationHeaders } from '#web/accounts/confirmation.ts'
import { useServiceConfig } from '#web/app/service/service-config.ts'
import { t } from '#web/i18n/t.ts'
import { startWithProvider } from './start-with-provider.ts'

/** Confirms who one is with a connected sign-in, which leaves the page and comes back to it. */
export function ConfirmWithProvider() {
  const { oidc } = useServiceConfig()
  if (!oidc || confirmationHeaders()) return null
  return (
    <button
      type="button"
      className="btn btn-line btn-wide"
      onClick={() => void startWithProvider('confirm', { redirect: location.pathname + location.search })}
    >
      {t('identities.confirmWith', { name: oidc.name })}
    </button>
  )
}
