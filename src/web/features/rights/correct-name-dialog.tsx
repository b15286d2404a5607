import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { lengths } from '#contract/transfers/limits.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { TextField } from '#web/ui/forms/form-field.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'

type Props = {
  name: string
  headers: Readonly<Record<string, string>>
  onCorrected: () => Promise<void>
  onClose: () => void
}

/** Corrects the name that stands with an address. */
export function CorrectNameDialog({ name, headers, onCorrected, onClose }: Props) {
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name } })

  async function correct(draft: { name: string }) {
    setProblem(undefined)
    try {
      await client.call('correctName', { headers, body: { name: draft.name.trim() } })
      await onCorrected()
      onClose()
      showToast('success', t('rights.corrected'))
    } catch (error) {
      setProblem(failureWithReason(error, 'rights.notCorrected'))
    }
  }

  return (
    <FormDialog
      title={t('rights.correct')}
      action={t('rights.save')}
      busyAction={t('rights.saving')}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(correct)}
      onClose={onClose}
    >
      <p className="muted">{t('rights.correctText')}</p>
      <TextField
        label={t('rights.name')}
        autoComplete="name"
        maxLength={lengths.label}
        error={formState.errors.name?.message}
        field={register('name', { validate: (typed) => typed.trim() !== '' || t('rights.nameMissing') })}
      />
    </FormDialog>
  )
}
