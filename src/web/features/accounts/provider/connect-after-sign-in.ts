import { client } from '#web/accounts/client.ts'
import { currentSession, subscribeToSession } from '#web/accounts/session.ts'
import { t } from '#web/i18n/t.ts'
import { showToast } from '#web/ui/messages/toast.ts'

let forget = () => {}

/** Connects the provider once its person has signed in on this page, in whatever way, as long as the code is good. */
export function connectAfterSignIn(
  { code, expiresAt }: { code: string; expiresAt: string },
  verifier: string,
  name: string,
): void {
  forget()
  forget = subscribeToSession(() => {
    const session = currentSession()
    if (session.status !== 'user' || session.ended) return
    forget()
    if (Date.now() > Date.parse(expiresAt)) return
    client.call('connectIdentity', { body: { code, verifier } }).then(
      () => showToast('success', t('provider.connected', { name })),
      () => showToast('error', t('provider.notConnected', { name })),
    )
  })
}
