import { useQuery } from '@tanstack/react-query'
import { confirmationHeaders } from '#web/accounts/confirmation.ts'
import { t } from '#web/i18n/t.ts'
import { identitiesQuery } from '#web/service/queries.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { startWithProvider } from '../provider/start-with-provider.ts'

/** Confirms the person with a connected sign-in, if there is one, which leaves the page and returns to it. */
export function ConfirmWithProvider() {
  const { oidc } = useServiceConfig()
  const { data } = useQuery({ ...identitiesQuery, enabled: oidc !== null })
  if (!oidc || confirmationHeaders() || !data?.some(({ current }) => current)) return null
  return (
    <Button
      wide
      onClick={() => void startWithProvider('confirm', { redirect: location.pathname + location.search })}
    >
      {t('identities.confirmWith', { name: oidc.name })}
    </Button>
  )
}
