import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { passkeyLimits } from '#contract/signing-in/limits.ts'
import type { Passkey } from '#contract/signing-in/passkeys.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { TextField } from '#web/ui/forms/form-field.tsx'
import { failureText, failureWithReason, refusedField } from '#web/ui/messages/failure-text.ts'
import { ConfirmationField, useConfirmation } from '../../confirm/confirmation-field.tsx'
import { passkeyName } from './passkey-row.tsx'

type Props = { passkey: Passkey; onRenamed: () => Promise<void>; onClose: () => void }

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ passkey, onRenamed, onClose }: Props) {
  const [problem, setProblem] = useState<string>()
  const { needed, blocked, confirmed, skip } = useConfirmation()
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { name: passkeyName(passkey), password: '' },
  })
  const { errors } = formState

  async function rename({ name, password }: { name: string; password: string }) {
    setProblem(undefined)
    try {
      const params = { id: passkey.id }
      await confirmed(password, (headers) =>
        client.call('renamePasskey', { params, headers, body: { name } }),
      )
      await onRenamed()
    } catch (error) {
      const field = refusedField(error, { WRONG_PASSWORD: 'password' } as const)
      if (field)
        setError(field, { message: failureText(error, 'passkeys.renameFailed') }, { shouldFocus: true })
      else setProblem(failureWithReason(error, 'passkeys.renameFailed'))
    }
  }

  return (
    <FormDialog
      title={t('passkeys.renameOf', { name: passkeyName(passkey) })}
      action={t('passkeys.rename')}
      busyAction={t('passkeys.renaming')}
      busy={formState.isSubmitting}
      disabled={blocked}
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
      {needed && (
        <ConfirmationField
          error={errors.password?.message}
          field={() => register('password', { required: t('changePassword.currentMissing') })}
          onConfirmed={skip}
        />
      )}
    </FormDialog>
  )
}
