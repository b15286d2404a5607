import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { client } from '#web/accounts/client.ts'
import { retainConfirmation } from '#web/accounts/confirmation.ts'
import { t } from '#web/i18n/t.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { FormProblem } from '#web/ui/forms/form-field.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { passkeysQuery } from '../../../service/queries.ts'
import { canUsePasskeys, fetchCeremonies, PasskeyIcon } from '../passkeys/passkeys.tsx'

/**
 * Within a form that asks for the password: confirms the person with a passkey instead, and sends the form. Renders nothing for
 * accounts without a passkey.
 */
export default function ConfirmWithPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const { data } = useQuery(passkeysQuery)
  const [problem, setProblem] = useState<string>()
  const [confirm, busy] = useSingleFlight(async (form: HTMLFormElement | null) => {
    setProblem(undefined)
    try {
      const { unlockPasskey } = await fetchCeremonies()
      const { challengeId, options } = await client.call('passkeyOptions', { body: {} })
      const response = await unlockPasskey(options)
      if (!response) return
      retainConfirmation(await client.call('confirm', { body: { challengeId, response } }))
    } catch (error) {
      return setProblem(failureWithReason(error, 'passkeys.confirmFailed'))
    }
    // The password is no longer asked for when the form is sent.
    flushSync(onConfirmed)
    form?.requestSubmit()
  })
  if (!data?.length || !canUsePasskeys()) return null
  return (
    <div className="stack-s">
      <Button
        variant="quiet"
        className="btn-start"
        busy={busy}
        onClick={(event) => confirm(event.currentTarget.form)}
      >
        <PasskeyIcon />
        {t(busy ? 'security.checking' : 'passkeys.confirm')}
      </Button>
      <FormProblem text={problem} />
    </div>
  )
}
