import { useForm } from 'react-hook-form'
import { passkeyLimits } from '#contract/signing-in/limits.ts'
import type { Passkey } from '#contract/signing-in/passkeys.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { TextField } from '#web/ui/forms/form-field.tsx'
import { useAttempt } from '#web/ui/forms/use-attempt.ts'
import { ConfirmationField, useConfirmation } from '../../confirm/confirmation-field.tsx'
import { passkeyName } from './passkey-row.tsx'

type Props = { passkey: Passkey; onRenamed: () => Promise<void>; onClose: () => void }

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ passkey, onRenamed, onClose }: Props) {
  const confirmation = useConfirmation()
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { name: passkeyName(passkey), password: '' },
  })
  const { errors } = formState
  const { problem, attempt } = useAttempt(setError, { WRONG_PASSWORD: 'password' })

  async function rename({ name, password }: { name: string; password: string }) {
    await attempt('passkeys.renameFailed', async () => {
      const params = { id: passkey.id }
      await confirmation.confirmed(password, (headers) =>
        client.call('renamePasskey', { params, headers, body: { name } }),
      )
      await onRenamed()
    })
  }

  return (
    <FormDialog
      title={t('passkeys.renameOf', { name: passkeyName(passkey) })}
      action={t('passkeys.rename')}
      busyAction={t('passkeys.renaming')}
      busy={formState.isSubmitting}
      disabled={confirmation.blocked}
      problem={problem}
      onSubmit={handleSubmit(rename)}
      onClose={onClose}
    >
      <TextField
        label={t('passkeys.name')}
        error={errors.name?.message}
        maxLength={passkeyLimits.name}
        autoComplete="off"
        field={register('name', { validate: (name) => name.trim() !== '' || t('passkeys.nameMissing') })}
      />
      <ConfirmationField
        confirmation={confirmation}
        error={errors.password?.message}
        field={(rules) => register('password', rules)}
      />
    </FormDialog>
  )
}
