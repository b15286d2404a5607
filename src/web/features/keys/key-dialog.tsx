import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import type { KeyAlgorithm } from '#contract/keys.ts'
import { t } from '../../i18n/t.ts'
import { KeyPasswordOwner } from '../../key-password-owner.tsx'
import { announce } from '../../ui/announce.tsx'
import { DialogFrame } from '../../ui/dialog-frame.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
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
  onMade: () => void
  onClose: () => void
}

/** Asks for a key password and makes a key pair with it. */
export default function KeyDialog({ algorithm, onMade, onClose }: Props) {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const form = useForm<KeyPasswords>({ defaultValues: { current: '', password: '', again: '' } })
  const { isSubmitting } = form.formState

  async function make({ password }: KeyPasswords) {
    setProblem(undefined)
    try {
      await makeKey(algorithm, password)
      announce(t('keys.ready'))
      onMade()
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
    <DialogFrame title={t('keys.generateFor', { name: keyName(algorithm) })} describedBy={id} onClose={close}>
      <form noValidate onSubmit={form.handleSubmit(make)}>
        <div className="body">
          <div className="stack-s" id={id}>
            <p>{t(algorithm === 'rsa' ? 'keys.whatRsa' : 'keys.whatQuantum')}</p>
            <p className="strong">{t('keys.cannotReset')}</p>
          </div>
          <KeyPasswordOwner keyName={keyName(algorithm)} />
          <KeyPasswordFields form={form} label={t('keys.password')} againLabel={t('keys.passwordAgain')} />
          <FormProblem text={problem} />
        </div>
        <div className="df">
          <button
            type="button"
            className="btn btn-line"
            aria-disabled={isSubmitting || undefined}
            onClick={close}
          >
            {t('confirm.cancel')}
          </button>
          <SubmitButton busy={isSubmitting} text={t('keys.generate')} busyText={t('keys.generating')} />
        </div>
      </form>
    </DialogFrame>
  )
}
