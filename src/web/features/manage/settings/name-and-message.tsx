import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { lengths } from '#contract/transfers/limits.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Fold } from '#web/ui/facts/fold.tsx'
import { FormField, FormProblem, TextField } from '#web/ui/forms/form-field.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import type { PartProps } from '../use-managed.ts'

type Draft = { title: string; description: string }

/** Title and message of the transfer: saved with Save, not while typing. */
export function NameAndMessage({ managed, transfer }: PartProps) {
  const [problem, setProblem] = useState<string>()
  const saved = { title: transfer.title ?? '', description: transfer.description ?? '' }
  const { register, handleSubmit, formState, reset } = useForm<Draft>({ defaultValues: saved })
  // Keeps typed text when another change comes in; the saved values are the new defaults.
  useEffect(() => {
    reset({ title: transfer.title ?? '', description: transfer.description ?? '' }, { keepDirtyValues: true })
  }, [reset, transfer.title, transfer.description])

  async function save({ title, description }: Draft) {
    const body = { title: title.trim() || null, description: description.trim() || null }
    const failed = await managed.change(
      (headers, ref) => client.call('updateTransfer', { params: { ref }, headers, body }),
      'manage.notSaved',
    )
    setProblem(failed)
    if (failed !== undefined) return
    // Not the values: more may have been typed while it was being saved.
    reset({ title, description }, { keepValues: true })
    showToast('success', t('manage.savedTexts'))
  }

  return (
    <Fold title={t('manage.nameAndMessage')} value={saved.description || t('manage.noMessage')}>
      <form className="stack" noValidate onSubmit={handleSubmit(save)}>
        <TextField
          label={t('manage.name')}
          maxLength={lengths.title}
          autoComplete="off"
          error={formState.errors.title?.message}
          field={register('title')}
        />
        <FormField label={t('manage.message')}>
          {(tie) => (
            <textarea
              className="input"
              maxLength={lengths.description}
              {...tie}
              {...register('description')}
            />
          )}
        </FormField>
        <FormProblem text={problem} />
        <div>
          <Button
            type="submit"
            variant="primary"
            disabled={!formState.isDirty}
            busy={formState.isSubmitting}
            busyText={t('manage.saving')}
          >
            {t('manage.save')}
          </Button>
        </div>
      </form>
    </Fold>
  )
}
