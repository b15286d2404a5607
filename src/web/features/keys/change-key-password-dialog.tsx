import { useForm } from 'react-hook-form'
import type { ServiceKeyAlgorithm } from '#contract/accounts/keys.ts'
import { KeyPasswordOwner } from '../../accounts/key-password-owner.tsx'
import { t } from '../../i18n/t.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { LabelledPassword } from '../../ui/forms/form-field.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { KeyPasswordFields, type KeyPasswords } from './key-password-fields.tsx'
import { keyFailureText, keyName } from './key-text.ts'
import { changeKeyPassword } from './make-key.ts'

type Props = { algorithm: ServiceKeyAlgorithm; onDone: (text: string) => Promise<void>; onClose: () => void }

/** Which field a refusal is about. */
const fieldOf = {
  INVALID_KEY_PASSWORD: 'current',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_COMMON: 'password',
} as const

/** Gives a key pair another key password, for a person who knows the present one. */
export function ChangeKeyPasswordDialog({ algorithm, onDone, onClose }: Props) {
  const name = keyName(algorithm)
  const form = useForm<KeyPasswords>({ defaultValues: { current: '', password: '', again: '' } })
  const { problem, attempt } = useAttempt(form.setError, fieldOf, keyFailureText)

  async function change({ current, password }: KeyPasswords) {
    await attempt('keys.changeFailed', async () => {
      await changeKeyPassword(algorithm, current, password)
      await onDone(t('keys.changed', { name }))
    })
  }

  return (
    <FormDialog
      title={t('keys.changeOf', { name })}
      action={t('keys.change')}
      busyAction={t('changePassword.changing')}
      busy={form.formState.isSubmitting}
      problem={problem}
      onSubmit={form.handleSubmit(change)}
      onClose={onClose}
    >
      <p>{t('keys.changeText')}</p>
      <KeyPasswordOwner keyName={name} />
      <LabelledPassword
        label={t('keys.currentPassword')}
        error={form.formState.errors.current?.message}
        autoComplete="current-password"
        field={form.register('current', { required: t('keys.currentMissing') })}
      />
      <KeyPasswordFields form={form} label={t('keys.newPassword')} againLabel={t('keys.newPasswordAgain')} />
    </FormDialog>
  )
}
