import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type TextKey, t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { failureText, failureWithReason, refusedField } from '#web/ui/messages/failure-text.ts'
import { ConfirmationField, useConfirmation } from '../confirm/confirmation-field.tsx'

type Props = {
  title: string
  text: string
  action: string
  busyAction: string
  failed: TextKey
  /** Does it, with the confirmation. */
  onConfirm: (headers: Record<string, string>) => Promise<void>
  onClose: () => void
}

/** Asks before a second factor is changed, with a confirmation unless it was given a moment ago. */
export function FactorDialog({ title, text, action, busyAction, failed, onConfirm, onClose }: Props) {
  const [problem, setProblem] = useState<string>()
  const { needed, blocked, confirmed, skip } = useConfirmation()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })

  async function change({ password }: { password: string }) {
    setProblem(undefined)
    try {
      await confirmed(password, onConfirm)
    } catch (error) {
      const field = refusedField(error, { WRONG_PASSWORD: 'password' } as const)
      if (field) setError(field, { message: failureText(error, failed) }, { shouldFocus: true })
      else setProblem(failureWithReason(error, failed))
    }
  }

  return (
    <FormDialog
      title={title}
      action={action}
      busyAction={busyAction}
      busy={formState.isSubmitting}
      disabled={blocked}
      problem={problem}
      onSubmit={handleSubmit(change)}
      onClose={onClose}
    >
      <p>{text}</p>
      {needed && (
        <ConfirmationField
          error={formState.errors.password?.message}
          field={() => register('password', { required: t('changePassword.currentMissing') })}
          onConfirmed={skip}
        />
      )}
    </FormDialog>
  )
}
