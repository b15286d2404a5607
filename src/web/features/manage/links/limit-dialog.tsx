import { useState } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { TextField } from '#web/ui/forms/form-field.tsx'

type Props = {
  title: string
  limit: number | null
  max: number
  /** Resolves with why it failed. Null is no limit. */
  onSave: (limit: number | null) => Promise<string | undefined>
  onClose: () => void
}

/** Asks how often a link may be downloaded. */
export function LimitDialog({ title, limit, max, onSave, onClose }: Props) {
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm<{ limit: string }>({
    defaultValues: { limit: limit === null ? '' : String(limit) },
  })
  async function save(draft: { limit: string }) {
    const failed = await onSave(draft.limit === '' ? null : Number(draft.limit))
    if (failed === undefined) onClose()
    else setProblem(failed)
  }
  return (
    <FormDialog
      title={title}
      action={t('manage.save')}
      busyAction={t('manage.saving')}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      <LimitField
        max={max}
        error={formState.errors.limit?.message}
        field={register('limit', limitRule(max))}
      />
    </FormDialog>
  )
}

type FieldProps = { max: number; error: string | undefined; field: UseFormRegisterReturn }

/** How often a link may be downloaded; empty is no limit. */
export function LimitField({ max, error, field }: FieldProps) {
  return (
    <TextField
      label={t('manage.downloadsAllowed')}
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      hint={t('manage.emptyIsNoLimit')}
      error={error}
      field={field}
    />
  )
}

/** Validation of a LimitField. */
export function limitRule(max: number) {
  return { validate: (value: string) => isLimit(value, max) || t('manage.limitWrong', { max }) }
}

function isLimit(value: string, max: number): boolean {
  if (value === '') return true
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 && number <= max
}
