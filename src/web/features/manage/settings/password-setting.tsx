import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { ManagedTransfer } from '#contract/transfers/manage.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { sentLinksKey } from '#web/transfers/store/active.ts'
import { browserStore } from '#web/ui/browser/browser-store.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { closeAndNotify, closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { LabelledPassword, TextField } from '#web/ui/forms/form-field.tsx'
import { FilePasswordField } from '#web/ui/forms/new-password-field.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import type { Managed, PartProps } from '../use-managed.ts'

/** Whether a password opens the transfer, and the ways to change that. */
export function PasswordSetting({ managed, transfer }: PartProps) {
  const [asked, setAsked] = useState<'set' | 'change' | 'remove'>()
  const { required } = useServiceConfig().filePassword
  // Slots of kind 2 are for the key of a request.
  const own = transfer.encryptionMethod.startsWith('ml-kem') || isForKey(transfer)
  const isSealed = transfer.encryptionMethod === endToEndMethod
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
      {asked && (
        <PasswordDialog
          managed={managed}
          sealed={isSealed ? transfer : undefined}
          act={asked}
          onClose={closeOwn(asked, setAsked)}
        />
      )}
    </section>
  )
}

/** Whether the slot of a transfer is of kind 2, the second byte of its head. */
function isForKey({ slotHead }: ManagedTransfer): boolean {
  return /^AQ[I-L]/.test(slotHead ?? '')
}

/** Element that takes the focus afterwards: the pressed button may be gone. */
const passwordSettingId = 'password-setting'

type Act = 'set' | 'change' | 'remove'
type Props = {
  managed: Managed
  /** The transfer, where its sender has encrypted it: then its key is needed, and this browser makes the change. */
  sealed: ManagedTransfer | undefined
  act: Act
  onClose: () => void
}
type Draft = { key: string; current: string; next: string }

const texts = {
  set: { title: 'manage.setPassword', saved: 'manage.savedPassword' },
  change: { title: 'manage.changePassword', saved: 'manage.savedPassword' },
  remove: { title: 'manage.removePassword', saved: 'manage.savedNoPassword' },
} as const

/** Sets, changes or removes the file password. Every download that was about to begin needs the new one. */
function PasswordDialog({ managed, sealed, act, onClose }: Props) {
  const { minLength: least } = useServiceConfig().filePassword
  const [problem, setProblem] = useState<string>()
  const [shown, setShown] = useState(false)
  const [known] = useState(() => sealed && keyOfTab(sealed.linkId))
  const { register, handleSubmit, formState, watch, setValue } = useForm<Draft>({
    defaultValues: { key: known ?? '', current: '', next: '' },
  })
  const next = watch('next')

  async function save(draft: Draft) {
    const { key, current } = draft
    const changed = act === 'remove' ? '' : draft.next
    const failed = await managed.change(
      (headers, ref) =>
        sealed
          ? import('./slot/change-slot.ts').then((part) =>
              part.changeSlot({ transfer: sealed, key, current, next: changed }, headers),
            )
          : client.call('changeTransferPassword', {
              params: { ref },
              headers,
              body: {
                ...(act !== 'set' && { current }),
                next: act === 'remove' ? null : changed,
              },
            }),
      sealed ? (error) => slotFailureText(error, act) : 'manage.notSaved',
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
      {sealed && known === undefined && (
        <TextField
          label={t('manage.key')}
          hint={t('manage.keyHint')}
          error={formState.errors.key?.message}
          field={register('key', { validate: (text) => text.trim() !== '' || t('manage.keyMissing') })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
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
      {sealed && act !== 'set' && <p className="hint">{t('manage.sealedStays')}</p>}
    </FormDialog>
  )
}

/** Why the password of an end-to-end encrypted transfer did not change. */
function slotFailureText(error: unknown, act: Act): string {
  if (error instanceof ApiError && error.code === 'KEY_DAMAGED') return t('manage.keyDamaged')
  if (error instanceof ApiError && error.code === 'FILE_DAMAGED') return t('manage.damaged')
  if (error instanceof ApiError && error.code === 'INVALID_FILE_PASSWORD')
    return t(act === 'set' ? 'manage.keyOther' : 'manage.keyOrPassword')
  return failureWithReason(error, 'manage.notSaved')
}

/** The key of a link, where this tab has sent or opened it. */
function keyOfTab(linkId: string): string | undefined {
  const store = browserStore('sessionStorage')
  // As store/sent-links.ts and boot.js have them.
  const sent = store?.getItem(sentLinksKey) ?? ''
  const key = new RegExp(`/download/${linkId}#k=([\\w-]{47})"`).exec(sent)?.[1]
  return key ?? store?.getItem(`restante-key-${linkId}`)?.replace(/^!/, '')
}
