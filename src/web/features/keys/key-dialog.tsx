import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { ServiceKeyAlgorithm } from '#contract/accounts/keys.ts'
import { KeyPasswordOwner } from '../../accounts/key-password-owner.tsx'
import { t } from '../../i18n/t.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { useAttempt } from '../../ui/forms/use-attempt.ts'
import { KeyPasswordFields, type KeyPasswords } from './key-password-fields.tsx'
import { keyFailureText, keyName } from './key-text.ts'
import { makeKey } from './make-key.ts'

/** Which field a refusal is about. */
const fieldOf = { PASSWORD_TOO_SHORT: 'password', PASSWORD_TOO_COMMON: 'password' } as const

type Props = {
  /** The method that a key pair is made for. */
  algorithm: ServiceKeyAlgorithm
  /** The pair is there. */
  onMade: () => void | Promise<void>
  onClose: () => void
}

/** Asks for a key password and makes a key pair with it. */
export default function KeyDialog({ algorithm, onMade, onClose }: Props) {
  const id = useId()
  const name = keyName(algorithm)
  const form = useForm<KeyPasswords>({ defaultValues: { current: '', password: '', again: '' } })
  const { problem, attempt } = useAttempt(form.setError, fieldOf, keyFailureText)
  const { isSubmitting } = form.formState

  async function make({ password }: KeyPasswords) {
    await attempt(algorithm === 'rsa' ? 'keys.failed' : 'keys.quantumFailed', async () => {
      await makeKey(algorithm, password)
      await onMade()
    })
  }

  return (
    <FormDialog
      title={t('keys.generateFor', { name })}
      describedBy={id}
      action={t('keys.generate')}
      busyAction={t('keys.generating')}
      busy={isSubmitting}
      problem={problem}
      onSubmit={form.handleSubmit(make)}
      onClose={onClose}
    >
      <div className="stack-s" id={id}>
        <p>{t(algorithm === 'rsa' ? 'keys.whatRsa' : 'keys.whatQuantum')}</p>
        <p className="strong">{t('keys.cannotReset')}</p>
      </div>
      <KeyPasswordOwner keyName={name} />
      <KeyPasswordFields form={form} label={t('keys.password')} againLabel={t('keys.passwordAgain')} />
    </FormDialog>
  )
}
