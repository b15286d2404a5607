import { useForm } from 'react-hook-form'
import type { TextKey } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useAttempt } from '#web/ui/forms/use-attempt.ts'
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
  const confirmation = useConfirmation()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })
  const { problem, attempt } = useAttempt(setError, { WRONG_PASSWORD: 'password' })

  async function change({ password }: { password: string }) {
    await attempt(failed, () => confirmation.confirmed(password, onConfirm))
  }

  return (
    <FormDialog
      title={title}
      action={action}
      busyAction={busyAction}
      busy={formState.isSubmitting}
      disabled={confirmation.blocked}
      problem={problem}
      onSubmit={handleSubmit(change)}
      onClose={onClose}
    >
      <p>{text}</p>
      <ConfirmationField
        confirmation={confirmation}
        error={formState.errors.password?.message}
        field={(rules) => register('password', rules)}
      />
    </FormDialog>
  )
}
