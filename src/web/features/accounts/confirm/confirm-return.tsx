import { useEffect, useEffectEvent } from 'react'
import { confirmWithProvider } from '#web/accounts/confirmation.ts'
import { t } from '#web/i18n/t.ts'
import { useLocation } from '#web/router/location.ts'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { clearReturn, consumeStarted, purposeIn, readReturn } from '../provider/start-with-provider.ts'

/** Takes the confirmation that comes back from the provider, on the page on which it was wanted. */
export default function ConfirmReturn() {
  const location = useLocation()
  const goOn = useEffectEvent(async () => {
    const back = readReturn(location)
    if (!back || purposeIn(location) !== 'confirm') return
    clearReturn(location)
    const started = consumeStarted()
    if ('problem' in back || !started) return showToast('error', t('identities.notConfirmed'))
    try {
      await confirmWithProvider(back.code, started.verifier)
      showToast('success', t('identities.confirmed'))
    } catch (error) {
      showToast('error', failureText(error, 'identities.notConfirmed'))
    }
  })
  useEffect(() => void goOn(), [])
  return null
}
