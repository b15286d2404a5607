import { useEffect, useEffectEvent, useState } from 'react'
import type { SecondFactorDue } from '#contract/signing-in/second-factor.ts'
import { client } from '#web/accounts/client.ts'
import { adoptSession } from '#web/accounts/renew-session.ts'
import { currentSession, subscribeToSession } from '#web/accounts/session.ts'
import { spokenLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { useLocation } from '#web/router/location.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormProblem } from '#web/ui/forms/form-field.tsx'
import { Drawing } from '#web/ui/icons/icon.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import ProviderButton from './provider-button.tsx'
import { clearReturn, consumeStarted, type ProviderProblem, readReturn } from './start-with-provider.ts'

type Props = {
  name: string
  /** Whether fields for a password come after it. */
  withPassword: boolean
  remember: () => boolean
  onSecondFactor: (due: SecondFactorDue['secondFactor']) => void
  /** Shows them where only administrators have one. */
  onPassword?: (() => void) | undefined
}

/** The provider on the login page: the way there, and what comes back from it. */
export default function ProviderSignIn({ name, withPassword, remember, onSecondFactor, onPassword }: Props) {
  const location = useLocation()
  const [busy, setBusy] = useState(() => 'code' in (readReturn(location) ?? {}))
  const [exists, setExists] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isDown, setIsDown] = useState(false)

  const goOn = useEffectEvent(async () => {
    const back = readReturn(location)
    if (!back) return
    clearReturn(location)
    if ('problem' in back) {
      setIsDown(back.problem === 'unavailable')
      return setProblem(problemText(back.problem, name, withPassword))
    }
    const started = consumeStarted()
    try {
      if (!started) return setProblem(t('code.CHALLENGE_EXPIRED'))
      const { verifier, remember: rememberMe } = started
      const body = { code: back.code, verifier, rememberMe, language: spokenLanguage() }
      const reply = await client.call('oidcExchange', { body })
      if ('secondFactor' in reply) return onSecondFactor(reply.secondFactor)
      if (!('connect' in reply)) return adoptSession(reply)
      connectAfterSignIn(reply.connect, verifier, name)
      setExists(true)
    } catch (error) {
      setProblem(failureText(error, 'login.failed'))
    } finally {
      setBusy(false)
    }
  })
  useEffect(() => void goOn(), [])

  return (
    <div className="stack">
      {exists && (
        <p className="note" role="status">
          <Drawing path="M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 11v5M12 8v.01" />
          <span>
            <b>{t('provider.accountExists')}</b> {t('provider.signInOnce', { name })}
          </span>
        </p>
      )}
      <FormProblem text={problem} />
      {busy ? (
        <p role="status">{t('login.signingIn')}</p>
      ) : (
        <ProviderButton disabled={isDown} remember={remember} />
      )}
      {onPassword && (
        <Button variant="quiet" wide onClick={onPassword}>
          {t('provider.adminPassword')}
        </Button>
      )}
    </div>
  )
}

function problemText(problem: ProviderProblem, name: string, withPassword: boolean): string {
  switch (problem) {
    case 'unavailable':
      return t(withPassword ? 'provider.down' : 'provider.downAlone', { name })
    case 'denied':
      return t('provider.denied', { name })
    case 'expired':
      return t('code.CHALLENGE_EXPIRED')
    case 'busy':
      return t('code.RATE_LIMITED')
    case 'failed':
      return t('provider.failed', { name })
  }
}

let forget = () => {}

/** Connects the provider once its person has signed in on this page, in whatever way, as long as the code is good. */
function connectAfterSignIn(
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
