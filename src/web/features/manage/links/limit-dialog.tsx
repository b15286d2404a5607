import { useState } from 'react'
import { type UseFormRegisterReturn, useForm } from 'react-hook-form'
import type { ServiceConfig } from '#contract/service.ts'
import { t } from '#web/i18n/t.ts'
import { SetBy } from '#web/service/set-by.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { TextField } from '#web/ui/forms/form-field.tsx'

type Props = {
  title: string
  limit: number | null
  bounds: DownloadBounds
  /** Resolves with why it failed. Null is no limit. */
  onSave: (limit: number | null) => Promise<string | undefined>
  onClose: () => void
}

/** Asks how often a link may be downloaded. */
export function LimitDialog({ title, limit, bounds, onSave, onClose }: Props) {
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
        bounds={bounds}
        error={formState.errors.limit?.message}
        field={register('limit', limitRule(bounds))}
      />
    </FormDialog>
  )
}

type FieldProps = { bounds: DownloadBounds; error: string | undefined; field: UseFormRegisterReturn }

/** How often a link may be downloaded; empty is no limit, unless there has to be one. */
export function LimitField({ bounds: { least, most, required }, error, field }: FieldProps) {
  return (
    <div>
      <TextField
        label={t('manage.downloadsAllowed')}
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        hint={required ? undefined : t('manage.emptyIsNoLimit')}
        error={error}
        field={field}
      />
      <SetBy rules={['downloadLimit']} />
    </div>
  )
}

/** Validation of a LimitField. */
export function limitRule(bounds: DownloadBounds) {
  const wrong = t(bounds.required ? 'manage.limitNeeded' : 'manage.limitWrong', {
    min: bounds.least,
    max: bounds.most,
  })
  return { validate: (value: string) => isLimit(value, bounds) || wrong }
}

function isLimit(value: string, { least, most, required }: DownloadBounds): boolean {
  if (value === '') return !required
  const number = Number(value)
  return Number.isInteger(number) && number >= least && number <= most
}

/** Limits of downloads that the person may choose, the usual one, and whether there has to be one. */
export function downloadBounds({ rules, limits }: ServiceConfig) {
  return rules?.downloadLimit ?? { usual: null, least: 1, most: limits.downloadLimit, required: false }
}

export type DownloadBounds = ReturnType<typeof downloadBounds>
