import { t } from '#web/i18n/t.ts'
import { useLocation } from '#web/router/location.ts'
import { redirectSearch } from '#web/router/search.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Drawing } from '#web/ui/icons/icon.tsx'
import { startWithProvider } from './start-with-provider.ts'

type Props = {
  /** Whether fields for a password come after it. */
  followed?: boolean
  /** It does not answer. */
  disabled?: boolean
  remember?: () => boolean
}

/** Leaves for the provider, to sign in or to sign up. */
export default function ProviderButton({ followed = false, disabled = false, remember }: Props) {
  const { search } = useLocation()
  const { oidc } = useServiceConfig()
  if (!oidc) return null
  const { redirect } = redirectSearch.read(search)
  return (
    <>
      <Button
        wide
        disabled={disabled}
        onClick={() => void startWithProvider('sign-in', { redirect, remember: remember?.() ?? false })}
      >
        <Drawing path="M4 20V9l8-5 8 5v11M9 20v-6h6v6M4 20h16" />
        {t('provider.continue', { name: oidc.name })}
      </Button>
      {followed && <p className="or">{t('login.orPassword')}</p>}
    </>
  )
}
