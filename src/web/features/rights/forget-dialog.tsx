import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Rights } from '#contract/accounts/rights.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { TextField } from '#web/ui/forms/form-field.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'

type Props = {
  rights: Rights
  headers: Readonly<Record<string, string>>
  onForgotten: () => void
  onClose: () => void
}

/** Shows what ends, and requires the address to be typed, before everything that is held about it is erased. */
export function ForgetDialog({
  rights: { address, data, hasAccount },
  headers,
  onForgotten,
  onClose,
}: Props) {
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: '' } })
  const live = data.links.filter(({ revokedAt }) => revokedAt === null)

  async function forget({ email }: { email: string }) {
    setProblem(undefined)
    try {
      await client.call('eraseAddress', { headers, body: { email: email.trim() } })
      onForgotten()
    } catch (error) {
      setProblem(failureWithReason(error, 'rights.notForgotten'))
    }
  }

  return (
    <FormDialog
      title={t('rights.forget')}
      describedBy="what-ends"
      action={t('rights.forget')}
      busyAction={t('rights.forgetting')}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(forget)}
      onClose={onClose}
    >
      <ul id="what-ends" className="bullets">
        <li>{t('rights.linksEnd', { count: live.length })}</li>
        <li>{t('rights.listsEnd', { mails: data.mails.length, books: data.addressBooks.length })}</li>
        <li>{t('rights.mailsEnd')}</li>
        {hasAccount && <li>{t('rights.accountStays')}</li>}
      </ul>
      <p>{t('deletion.cannotBeUndone')}</p>
      <TextField
        label={t('rights.typeAddress', { address })}
        type="email"
        autoComplete="off"
        error={formState.errors.email?.message}
        field={register('email', {
          validate: (email) => email.trim().toLowerCase() === address || t('rights.otherThanThis'),
        })}
      />
    </FormDialog>
  )
}
