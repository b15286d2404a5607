import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { FormField, LabelledPassword } from '#web/ui/forms/form-field.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import type { PartProps } from '../use-managed.ts'
import { addFile } from './add-file.ts'

type Draft = { files: FileList | null; password: string }

/**
 * Picks a file and sends it into the transfer. Asks for the transfer's password, because without it not even the service can
 * encrypt another file with the same key.
 */
export default function AddFileDialog({ managed, transfer, onClose }: PartProps & { onClose: () => void }) {
  const [problem, setProblem] = useState<string>()
  const [part, setPart] = useState(0)
  const config = useServiceConfig()
  const isOwnKey = !transfer.passwordProtected && transfer.encryptionMethod.startsWith('ml-kem')
  const { register, handleSubmit, formState, watch } = useForm<Draft>({
    defaultValues: { files: null, password: '' },
  })
  const picked = watch('files')?.[0]
  const adding = useRef<AbortController>(undefined)
  const { isSubmitting } = formState
  // Closing the dialog, in whichever way, takes it out of the page.
  useEffect(() => () => adding.current?.abort(), [])
  useEffect(() => {
    if (!isSubmitting) return
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSubmitting])

  async function send({ files, password }: Draft) {
    const file = files?.[0]
    if (!file) return
    const stop = new AbortController()
    adding.current = stop
    const secrets = password === '' ? {} : { [isOwnKey ? 'keyPassword' : 'password']: password }
    const watch = { onProgress: setPart, signal: stop.signal }
    const failed = await managed.change(async () => {
      await addFile(managed.access, { file, secrets }, watch, config)
      return { transfer: undefined }
    }, notAdded)
    if (failed !== undefined) return setProblem(failed)
    onClose()
    showToast('success', t('manage.added', { name: file.name }))
  }

  return (
    <FormDialog
      title={t('manage.addFile')}
      action={t('manage.addAction')}
      busyAction={t('manage.adding', { percent: Math.floor(part * 100) })}
      busy={isSubmitting}
      stops
      problem={problem}
      onSubmit={handleSubmit(send)}
      onClose={onClose}
    >
      <FormField
        label={t('manage.file')}
        hint={picked ? formatSize(picked.size) : t('manage.addHint')}
        error={formState.errors.files?.message}
      >
        {(tie) => (
          <input
            type="file"
            className="input"
            {...tie}
            {...register('files', {
              validate: (files) => (files?.length ?? 0) > 0 || t('manage.fileMissing'),
            })}
          />
        )}
      </FormField>
      {(transfer.passwordProtected || isOwnKey) && (
        <LabelledPassword
          label={t(isOwnKey ? 'manage.keyPassword' : 'manage.currentPassword')}
          hint={isOwnKey ? t('manage.keyPasswordHint') : undefined}
          error={formState.errors.password?.message}
          field={register('password', { validate: (text) => text !== '' || t('manage.passwordMissing') })}
          autoComplete="current-password"
        />
      )}
    </FormDialog>
  )
}

/** Why it was not added, with the details and the types that are taken where the server names them. */
function notAdded(error: unknown): string {
  const sentences = [failureWithReason(error, 'manage.notAdded')]
  if (error instanceof ApiError) {
    const { details, supportedTypes } = error
    if (details) sentences.push(details)
    if (supportedTypes.length > 0) sentences.push(t('error.supported', { types: supportedTypes.join(', ') }))
  }
  return sentences.join(' ')
}

/** The browser asks before the page is left for good. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
