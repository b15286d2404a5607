import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { OwnRequest } from '#contract/requests/requests.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { LabelledPassword } from '#web/ui/forms/form-field.tsx'
import { useAttempt } from '#web/ui/forms/use-attempt.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { handToBrowser } from '#web/ui/sharing/hand-to-browser.ts'

type Props = {
  request: OwnRequest
  /** The key password is needed. */
  locked: boolean
}

/** Everything that has arrived, as one ZIP. */
export function DownloadAll({ request, locked }: Props) {
  const [asked, setAsked] = useState(false)
  const [download, busy] = useSingleFlight(async () => {
    try {
      await fetchArchive(request.id)
    } catch (error) {
      showToast('error', failureText(error, 'requests.notDownloaded'))
    }
  })
  return (
    <>
      <Button variant="quiet" busy={busy} onClick={() => (locked ? setAsked(true) : download())}>
        <Icon name="download" />
        {t('requests.downloadAll')}
      </Button>
      {asked && <UnlockDialog id={request.id} onClose={() => setAsked(false)} />}
    </>
  )
}

function UnlockDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: { keyPassword: '' } })
  const { problem, attempt } = useAttempt(setError, { INVALID_KEY_PASSWORD: 'keyPassword' }, failureText)
  async function unlock({ keyPassword }: { keyPassword: string }) {
    await attempt('requests.notDownloaded', async () => {
      await fetchArchive(id, keyPassword)
      onClose()
    })
  }
  return (
    <FormDialog
      title={t('requests.downloadAll')}
      action={t('requests.unlockAndDownload')}
      busyAction={t('requests.unlocking')}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(unlock)}
      onClose={onClose}
    >
      <LabelledPassword
        label={t('requests.keyPassword')}
        hint={t('requests.keyPasswordHint')}
        error={formState.errors.keyPassword?.message}
        field={register('keyPassword', {
          validate: (password) => password !== '' || t('requests.keyPasswordMissing'),
        })}
        autoComplete="current-password"
      />
    </FormDialog>
  )
}

/** @throws ApiError */
async function fetchArchive(id: string, keyPassword?: string): Promise<void> {
  const { url, filename } = await client.call('requestArchive', {
    params: { id },
    body: { ...(keyPassword !== undefined && { keyPassword }) },
  })
  handToBrowser(url, filename)
  showToast('plain', t('requests.downloading'))
}
