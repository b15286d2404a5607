import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { localMoment } from '#web/i18n/format/further-formats.ts'
import { endOfLife } from '#web/i18n/format/moments.ts'
import { t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { TextField } from '#web/ui/forms/form-field.tsx'

type Props = {
  /** Milliseconds since 1970: the range, and the current choice. */
  from: number
  until: number
  chosen: number
  /** Resolves with why it failed. */
  onSave: (time: number) => Promise<string | undefined>
  onClose: () => void
}

/** Asks for a date and a time of day on the clock of this browser. */
export function DateDialog({ from, until, chosen, onSave, onClose }: Props) {
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm<{ moment: string }>({
    defaultValues: { moment: localMoment(chosen) },
  })
  async function save({ moment }: { moment: string }) {
    const failed = await onSave(new Date(moment).getTime())
    if (failed === undefined) onClose()
    else setProblem(failed)
  }
  return (
    <FormDialog
      title={t('manage.until')}
      action={t('manage.save')}
      busyAction={t('manage.saving')}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      <TextField
        label={t('manage.dateAndTime')}
        type="datetime-local"
        min={localMoment(from)}
        max={localMoment(until)}
        hint={t('manage.latest', { when: endOfLife(until, from) })}
        error={formState.errors.moment?.message}
        field={register('moment', {
          validate: (moment) => {
            const time = new Date(moment).getTime()
            return (time > from && time <= until) || t('manage.dateWrong', { when: endOfLife(until, from) })
          },
        })}
      />
    </FormDialog>
  )
}
