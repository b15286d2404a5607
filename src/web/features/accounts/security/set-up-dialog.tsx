import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { codeDigits } from '#contract/transfers/limits.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { CodeField } from '#web/ui/forms/code-cells.tsx'
import { useAttempt } from '#web/ui/forms/use-attempt.ts'
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'
import { ConfirmationField, useConfirmation } from '../confirm/confirmation-field.tsx'

const QrCode = lazyPart(() => import('#web/ui/sharing/qr-code.tsx'))

type Props = { onDone: (codes: readonly string[]) => void; onClose: () => void }

/** Sets up an authenticator app: confirms the person, then shows its secret and asks for a code. */
export function SetUpDialog({ onDone, onClose }: Props) {
  const [app, setApp] = useState<{ secret: string; uri: string }>()
  const confirmation = useConfirmation()
  const { register, handleSubmit, setError, watch, formState } = useForm({
    defaultValues: { password: '', code: '' },
  })
  const { errors } = formState
  const { problem, attempt } = useAttempt(setError, { WRONG_PASSWORD: 'password', WRONG_CODE: 'code' })

  async function goOn({ password, code }: { password: string; code: string }) {
    await attempt('security.setUpFailed', async () => {
      if (!app)
        return setApp(
          await confirmation.confirmed(password, (headers) => client.call('beginTotp', { headers })),
        )
      const { codes } = await confirmation.confirmed(password, (headers) =>
        client.call('confirmTotp', { body: { code }, headers }),
      )
      onDone(codes)
    })
  }

  return (
    <FormDialog
      title={t('security.setUpApp')}
      action={t(app ? 'security.turnOn' : 'secondFactor.continue')}
      busyAction={t(app ? 'security.turningOn' : 'security.checking')}
      busy={formState.isSubmitting}
      disabled={confirmation.blocked}
      problem={problem}
      onSubmit={handleSubmit(goOn)}
      onClose={onClose}
    >
      <ConfirmationField
        confirmation={confirmation}
        error={errors.password?.message}
        field={(rules) => register('password', rules)}
      />
      {!confirmation.needed && !app && <p>{t('security.about')}</p>}
      {app && (
        <>
          <QrCode text={app.uri} label={t('security.qr')} />
          <p>{t('security.scan')}</p>
          <div className="bar-row">
            <code className="secret">{app.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
            <CopyButton value={app.secret} word={t('security.copySecret')} />
          </div>
          <CodeField
            code={watch('code')}
            error={errors.code?.message}
            field={register('code', {
              validate: (code) => code.length === codeDigits || t('secondFactor.codeMissing'),
            })}
          />
        </>
      )}
    </FormDialog>
  )
}
