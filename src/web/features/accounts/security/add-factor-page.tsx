import '../accounts.css'
import { updateUser, useSession } from '#web/accounts/session.ts'
import { signOut } from '#web/accounts/sign-out.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { SignedInQueries } from '#web/service/signed-in-queries.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { PasskeysSection } from './passkeys/passkeys-section.tsx'
import { SecuritySection } from './security-section.tsx'

const ConfirmReturn = lazyPart(() => import('../confirm/confirm-return.tsx'), null, 'portal')

/** For a person who had to add a second factor and has not. The guard lets them on once they have. */
export default function AddFactorPage() {
  useDocumentTitle(t('security.addTitle'))
  const { oidc } = useServiceConfig()
  const session = useSession()
  if (session.status !== 'user') return null
  const { id, username } = session.user
  const goOn = () => updateUser({ id, mustAddFactor: false })
  return (
    <div className="auth stack">
      <h1>{t('security.addTitle')}</h1>
      <p>{t('security.addText')}</p>
      <SignedInQueries>
        {oidc && <ConfirmReturn />}
        <PasskeysSection username={username} onProtected={goOn} />
        <SecuritySection username={username} onProtected={goOn} />
      </SignedInQueries>
      <Button variant="quiet" wide onClick={signOut}>
        {t('account.signOut')}
      </Button>
    </div>
  )
}
