import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { client } from '../../../accounts/client.ts'
import { t } from '../../../i18n/t.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { FormField } from '../../../ui/forms/form-field.tsx'
import { failureWithReason } from '../../../ui/messages/failure-text.ts'
import { showToast } from '../../../ui/messages/toast.ts'
import { useAct } from '../shared/use-act.ts'

/** As long as the server takes it. */
const maxLetters = 500

/** Asks for the message that people are to read, and enables maintenance. */
export function MaintenancePrompt({ onClose }: { onClose: () => void }) {
  const act = useAct()
  const usual = t('code.MAINTENANCE')
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { message: usual },
  })

  async function enable({ message }: { message: string }) {
    setProblem(undefined)
    // The usual sentence is not sent, so that each visitor reads it in their own language.
    const body = message === usual ? {} : { message }
    const error = await act(() => client.call('enableMaintenance', { body }))
    if (error) return setProblem(failureWithReason(error, 'admin.maintenance.failed'))
    onClose()
    showToast('success', t('admin.maintenance.enabled'))
  }
  return (
    <FormDialog
      title={t('admin.maintenance.enable')}
      action={t('admin.maintenance.enableNow')}
      busyAction={t('admin.maintenance.enabling')}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(enable)}
      onClose={onClose}
    >
      <FormField label={t('admin.maintenance.message')} hint={t('admin.maintenance.messageHint')}>
        {(tie) => (
          <textarea className="input" rows={3} maxLength={maxLetters} {...tie} {...register('message')} />
        )}
      </FormField>
    </FormDialog>
  )
}
