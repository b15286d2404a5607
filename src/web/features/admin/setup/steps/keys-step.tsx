import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import type { Setup } from '#contract/operations/setup.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { client } from '../../../../accounts/client.ts'
import { confirmationHeaders, confirmWithPassword } from '../../../../accounts/confirmation.ts'
import { t } from '../../../../i18n/t.ts'
import { FormProblem, LabelledPassword, TextField } from '../../../../ui/forms/form-field.tsx'
import { useAttempt } from '../../../../ui/forms/use-attempt.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { failureText } from '../../../../ui/messages/failure-text.ts'
import { saveContent } from '../../../../ui/sharing/hand-to-browser.ts'
import { setupQuery } from '../../shared/queries.ts'
import { SetupFrame, StepButtons } from '../setup-frame.tsx'

/** A copy of the master keys, and that there is one. */
export function KeysStep({ setup: { masterKeys } }: { setup: Setup }) {
  return (
    <SetupFrame step="keys" title={t('setup.keysTitle')} text={t('setup.keysText')}>
      {masterKeys.saved ? (
        <p className="note note-ok" role="status">
          <Icon name="tick" />
          {t(masterKeys.source === 'environment' ? 'setup.keysElsewhere' : 'setup.keysSaved')}
        </p>
      ) : (
        <>
          <DownloadForm />
          <EndingForm />
        </>
      )}
      <StepButtons back="backup" next="ready" unfinished={!masterKeys.saved} />
    </SetupFrame>
  )
}

function DownloadForm() {
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { password: '' } })
  async function download({ password }: { password: string }) {
    setProblem(undefined)
    try {
      const headers = password ? await confirmWithPassword(password) : (confirmationHeaders() ?? {})
      const { name, text } = await client.call('masterKeys', { headers })
      saveContent({ name, content: new Blob([text], { type: 'text/plain' }) })
    } catch (error) {
      setProblem(failureText(error, 'setup.keysFailed'))
      if (error instanceof ApiError && error.code === 'WRONG_PASSWORD')
        setFocus('password', { shouldSelect: true })
    }
  }
  return (
    <form className="card card-pad stack" noValidate onSubmit={handleSubmit(download)}>
      <LabelledPassword
        label={t('account.currentPassword')}
        error={formState.errors.password?.message}
        autoComplete="current-password"
        field={register('password', { required: t('login.passwordMissing') })}
      />
      <FormProblem text={problem} />
      <div>
        <Button
          type="submit"
          variant="primary"
          busy={formState.isSubmitting}
          busyText={t('setup.keysDownloading')}
        >
          {t('setup.keysDownload')}
        </Button>
      </div>
    </form>
  )
}

function EndingForm() {
  const queries = useQueryClient()
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { ending: '' } })
  const { problem, attempt } = useAttempt(setError, { WRONG_KEY_CODE: 'ending' }, failureText)
  async function confirm({ ending }: { ending: string }) {
    await attempt('setup.keysNotConfirmed', async () => {
      await client.call('masterKeysSaved', { body: { ending } })
      await queries.invalidateQueries(setupQuery)
    })
  }
  return (
    <form className="card card-pad stack" noValidate onSubmit={handleSubmit(confirm)}>
      <TextField
        label={t('setup.keysEnding')}
        hint={t('setup.keysEndingHint')}
        error={formState.errors.ending?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        field={register('ending')}
      />
      <FormProblem text={problem} />
      <div>
        <Button type="submit" busy={formState.isSubmitting} busyText={t('setup.keysConfirming')}>
          {t('setup.keysConfirm')}
        </Button>
      </div>
    </form>
  )
}
