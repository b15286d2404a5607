import { useEffect, useRef, useState } from 'react'
import type { PasskeyAssertion } from '#contract/signing-in/passkeys.ts'
import { client } from '#web/accounts/client.ts'
import { adoptSession } from '#web/accounts/renew-session.ts'
import { t } from '#web/i18n/t.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { fetchCeremonies, PasskeyIcon } from './passkeys.tsx'

type Props = {
  /** Current values of the form. */
  values: () => { username: string; rememberMe: boolean }
  onProblem: (text: string | undefined) => void
}

/** Milliseconds after which a challenge is replaced while the sign-in page stays open: it is good for five minutes. */
const renewAfter = 4 * 60_000

/** Signs in with a passkey: by this button, and among the suggestions of the username field. */
export function PasskeySignIn({ values, onProblem }: Props) {
  const [round, setRound] = useState(0)
  const stopRound = useRef(() => {})

  async function signInWith(challengeId: string, response: PasskeyAssertion) {
    const { rememberMe } = values()
    adoptSession(await client.call('signInWithPasskey', { body: { challengeId, response, rememberMe } }))
  }

  const [signIn, busy] = useSingleFlight(async () => {
    onProblem(undefined)
    // Neither its timer nor a challenge still on its way may end the ceremony that begins here.
    stopRound.current()
    try {
      const { unlockPasskey } = await fetchCeremonies()
      const { username } = values()
      // Those of an address are not looked up; without a name the device offers what it has.
      const body = username === '' || username.includes('@') ? {} : { username }
      const { challengeId, options } = await client.call('passkeyOptions', { body })
      const response = await unlockPasskey(options)
      if (response) await signInWith(challengeId, response)
    } catch (error) {
      onProblem(failureText(error, 'login.failed'))
    }
    setRound((count) => count + 1)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round begins anew what the button has ended
  useEffect(() => {
    let over = false
    let timer: number | undefined
    let cancel = () => {}
    stopRound.current = () => {
      over = true
      clearTimeout(timer)
    }
    async function suggest() {
      const { canSuggestPasskeys, suggestPasskeys, cancelCeremony } = await fetchCeremonies()
      cancel = cancelCeremony
      if (over || !(await canSuggestPasskeys())) return
      const { challengeId, options } = await client.call('passkeyOptions', { body: {} })
      if (over) return
      timer = window.setTimeout(() => setRound((count) => count + 1), renewAfter)
      const response = await suggestPasskeys(options)
      if (!response || over) return
      try {
        await signInWith(challengeId, response)
      } catch (error) {
        onProblem(failureText(error, 'login.failed'))
        setRound((count) => count + 1)
      }
    }
    // The button stays for those whose browser cannot.
    suggest().catch(() => {})
    return () => {
      stopRound.current()
      cancel()
    }
  }, [round])

  return (
    <Button wide busy={busy} onClick={() => signIn()}>
      <PasskeyIcon />
      {t(busy ? 'login.signingIn' : 'login.passkey')}
    </Button>
  )
}
