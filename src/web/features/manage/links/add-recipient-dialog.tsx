import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { isEmailAddress } from '#contract/email-address.ts'
import { lengths } from '#contract/transfers/limits.ts'
import { client } from '#web/accounts/client.ts'
import { spokenLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { FormField, TextField } from '#web/ui/forms/form-field.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import type { PartProps } from '../use-managed.ts'

type Draft = { email: string; message: string; needsCode: boolean }

/** Mails another recipient a link of their own. Links of a transfer without an account always require a code. */
export function AddRecipientDialog({ managed, transfer, onClose }: PartProps & { onClose: () => void }) {
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm<Draft>({
    defaultValues: { email: '', message: '', needsCode: false },
  })

  async function add({ email, message, needsCode }: Draft) {
    const failed = await managed.change(
      (headers, ref) =>
        client.call('addRecipient', {
          params: { ref },
          headers,
          body: {
            email: email.trim(),
            language: spokenLanguage(),
            ...(message.trim() && { message: message.trim() }),
            ...(needsCode && { needsCode }),
          },
        }),
      'manage.recipientNotAdded',
    )
    if (failed !== undefined) return setProblem(failed)
    onClose()
    showToast('success', t('manage.recipientAdded', { address: email.trim() }))
  }

  return (
    <FormDialog
      title={t('manage.addRecipient')}
      action={t('manage.addRecipientAction')}
      busyAction={t('manage.saving')}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(add)}
      onClose={onClose}
    >
      <TextField
        label={t('account.email')}
        type="email"
        autoComplete="off"
        maxLength={lengths.emailAddress}
        error={formState.errors.email?.message}
        field={register('email', {
          validate: (email) => isEmailAddress(email.trim()) || t('code.INVALID_EMAIL'),
        })}
      />
      <FormField label={t('manage.mailMessage')}>
        {(tie) => (
          <textarea className="input" maxLength={lengths.emailMessage} {...tie} {...register('message')} />
        )}
      </FormField>
      {transfer.owned ? (
        <label className="row-check">
          <input type="checkbox" {...register('needsCode')} />
          <span>{t('mail.codes')}</span>
        </label>
      ) : (
        <p className="hint">{t('manage.asksForCode')}</p>
      )}
    </FormDialog>
  )
}
