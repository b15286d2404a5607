import { type SubmitEvent, useState } from 'react'
import { client } from '#web/accounts/client.ts'
import { signOut } from '#web/accounts/sign-out.ts'
import { t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'

/** Asks before every session of a person ends, this one last. */
export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function signOutEverywhere(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    try {
      await client.call('endOtherSessions')
      signOut()
    } catch (error) {
      setProblem(failureWithReason(error, 'profile.sessionFailed'))
      setBusy(false)
    }
  }

  return (
    <FormDialog
      title={t('profile.everywhere')}
      action={t('profile.everywhere')}
      busyAction={t('profile.signingOut')}
      busy={busy}
      problem={problem}
      onSubmit={(event) => void signOutEverywhere(event)}
      onClose={onClose}
    >
      <p>{t('profile.everywhereText')}</p>
    </FormDialog>
  )
}
