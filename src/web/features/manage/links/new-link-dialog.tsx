import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { lengths } from '#contract/transfers/limits.ts'
import { client } from '#web/accounts/client.ts'
import { type DownloadBounds, LimitField, limitRule } from '#web/features/manage/links/limit-dialog.tsx'
import { t } from '#web/i18n/t.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { TextField } from '#web/ui/forms/form-field.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import { copyText } from '#web/ui/sharing/copy-field.tsx'
import type { Managed } from '../use-managed.ts'
import { useLinkAddress } from './link-name.ts'

type Draft = { label: string; limit: string }
type Props = {
  managed: Managed
  /** Limits that may be chosen; undefined where there is no choice. */
  bounds: DownloadBounds | undefined
  onClose: () => void
}

/** Creates a link with a custom label, and copies it. */
export function NewLinkDialog({ managed, bounds, onClose }: Props) {
  const addressOf = useLinkAddress()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm<Draft>({
    defaultValues: { label: '', limit: bounds?.usual?.toString() ?? '' },
  })
  const { errors, isSubmitting } = formState

  async function create({ label, limit }: Draft) {
    const made: string[] = []
    const failed = await managed.change(async (headers, ref) => {
      const reply = await client.call('addLink', {
        params: { ref },
        headers,
        body: {
          label: label.trim() || null,
          ...(bounds && { downloadLimit: limit === '' ? null : Number(limit) }),
        },
      })
      made.push(addressOf(reply.link.id))
      return reply
    }, 'manage.notCreated')
    if (failed !== undefined) return setProblem(failed)
    const copied = await copyText(made[0] ?? '')
    onClose()
    showToast('success', t(copied ? 'manage.createdCopied' : 'manage.created'))
  }

  return (
    <FormDialog
      title={t('manage.newLink')}
      action={t('manage.create')}
      busyAction={t('manage.saving')}
      busy={isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(create)}
      onClose={onClose}
    >
      <TextField
        label={t('manage.label')}
        hint={t('manage.labelHint')}
        error={errors.label?.message}
        maxLength={lengths.label}
        autoComplete="off"
        field={register('label')}
      />
      {bounds && (
        <LimitField
          bounds={bounds}
          error={errors.limit?.message}
          field={register('limit', limitRule(bounds))}
        />
      )}
    </FormDialog>
  )
}
