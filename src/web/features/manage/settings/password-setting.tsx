import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { closeAndNotify, closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { LabelledPassword } from '#web/ui/forms/form-field.tsx'
import { FilePasswordField } from '#web/ui/forms/new-password-field.tsx'
import type { Managed, PartProps } from '../use-managed.ts'

/** Whether a password opens the transfer, and the ways to change that. */
export function PasswordSetting({ managed, transfer }: PartProps) {
  const [asked, setAsked] = useState<'set' | 'change' | 'remove'>()
  const { required } = useServiceConfig().filePassword
  const own = transfer.encryptionMethod.startsWith('ml-kem')
  return (
    <section className="field" id={passwordSettingId} tabIndex={-1} aria-label={t('file.password')}>
      <span className="knob-name" aria-hidden="true">
        {t('file.password')}
      </span>
      <div className="knob-state">
        <span>
          {t(own ? 'manage.ownKey' : transfer.passwordProtected ? 'manage.passwordSet' : 'manage.none')}
        </span>
        {!own &&
          (transfer.passwordProtected ? (
            <>
              <Button variant="quiet" onClick={() => setAsked('change')}>
                {t('manage.change')}
              </Button>
              {!required && (
                <Button variant="quiet" onClick={() => setAsked('remove')}>
                  {t('manage.remove')}
                </Button>
              )}
            </>
          ) : (
            <Button onClick={() => setAsked('set')}>{t('manage.setPassword')}</Button>
          ))}
      </div>
      {transfer.passwordProtected && !own && <p className="hint">{t('manage.needsCurrent')}</p>}
      {asked && <PasswordDialog managed={managed} act={asked} onClose={closeOwn(asked, setAsked)} />}
    </section>
  )
}

/** Element that takes the focus afterwards: the pressed button may be gone. */
const passwordSettingId = 'password-setting'

type Act = 'set' | 'change' | 'remove'
type Props = { managed: Managed; act: Act; onClose: () => void }
type Draft = { current: string; next: string }

const texts = {
  set: { title: 'manage.setPassword', saved: 'manage.savedPassword' },
  change: { title: 'manage.changePassword', saved: 'manage.savedPassword' },
  remove: { title: 'manage.removePassword', saved: 'manage.savedNoPassword' },
} as const

/** Sets, changes or removes the file password. Every download that was about to begin needs the new one. */
function PasswordDialog({ managed, act, onClose }: Props) {
  const { minLength: least } = useServiceConfig().filePassword
  const [problem, setProblem] = useState<string>()
  const [shown, setShown] = useState(false)
  const { register, handleSubmit, formState, watch, setValue } = useForm<Draft>({
    defaultValues: { current: '', next: '' },
  })
  const next = watch('next')

  async function save(draft: Draft) {
    const failed = await managed.change(
      (headers, ref) =>
        client.call('changeTransferPassword', {
          params: { ref },
          headers,
          body: {
            ...(act !== 'set' && { current: draft.current }),
            next: act === 'remove' ? null : draft.next,
          },
        }),
      'manage.notSaved',
    )
    if (failed !== undefined) return setProblem(failed)
    closeAndNotify(onClose, passwordSettingId, t(texts[act].saved))
  }

  return (
    <FormDialog
      title={t(texts[act].title)}
      action={t(texts[act].title)}
      busyAction={t('manage.saving')}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      {act !== 'set' && (
        <LabelledPassword
          label={t('manage.currentPassword')}
          error={formState.errors.current?.message}
          field={register('current', { validate: (text) => text !== '' || t('manage.passwordMissing') })}
          autoComplete="current-password"
        />
      )}
      {act !== 'remove' && (
        <FilePasswordField
          label={t('manage.newPassword')}
          typed={next}
          error={formState.errors.next?.message}
          shown={shown}
          onShow={setShown}
          onMade={(password) => setValue('next', password)}
          {...register('next', {
            validate: (text) => {
              if (text === '') return t('manage.passwordMissing')
              return text.length >= least || t('account.passwordRule', { least })
            },
          })}
        />
      )}
    </FormDialog>
  )
}
