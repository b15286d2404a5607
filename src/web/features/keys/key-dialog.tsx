import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import type { KeyAlgorithm } from '#contract/keys.ts'
import { t } from '../../i18n/t.ts'
import { KeyPasswordOwner } from '../../key-password-owner.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { keyFailureText } from './key-failure-text.ts'
import { keyName } from './key-name.ts'
import { KeyPasswordFields, type KeyPasswords } from './key-password-fields.tsx'
import { makeKey } from './make-key.ts'

/** Refusals that are about the password itself. */
const aboutPassword: ReadonlySet<string> = new Set(['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON'])

type Props = {
  /** The method that a key pair is made for. */
  algorithm: KeyAlgorithm
  /** The pair is there. */
  onMade: () => void | Promise<void>
  onClose: () => void
}

/** Asks for a key password and makes a key pair with it. */
export default function KeyDialog({ algorithm, onMade, onClose }: Props) {
  const id = useId()
  const name = keyName(algorithm)
  const [problem, setProblem] = useState<string>()
  const form = useForm<KeyPasswords>({ defaultValues: { current: '', password: '', again: '' } })
  const { isSubmitting } = form.formState

  async function make({ password }: KeyPasswords) {
    setProblem(undefined)
    try {
      await makeKey(algorithm, password)
      await onMade()
    } catch (error) {
      const message = keyFailureText(error, algorithm === 'rsa' ? 'keys.failed' : 'keys.quantumFailed')
      if (error instanceof ApiError && aboutPassword.has(error.code))
        form.setError('password', { message }, { shouldFocus: true })
      else setProblem(message)
    }
  }
  // A pair whose dialog has gone would come as a surprise.
  function close() {
    if (!isSubmitting) onClose()
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
      onClose={close}
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
