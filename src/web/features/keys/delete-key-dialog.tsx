import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import type { KeyAlgorithm } from '#contract/accounts/keys.ts'
import { client } from '../../accounts/client.ts'
import { t } from '../../i18n/t.ts'
import { keyFilesQuery } from '../../service/queries.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { TextField } from '../../ui/forms/form-field.tsx'
import { keyFailureText } from './key-failure-text.ts'
import { keyName } from './key-name.ts'
import { LostFiles } from './lost-files.tsx'

type Props = { algorithm: KeyAlgorithm; onDone: (text: string) => Promise<void>; onClose: () => void }

/** Deletes a key pair, after showing which files go with it and after its name was typed. */
export function DeleteKeyDialog({ algorithm, onDone, onClose }: Props) {
  const name = keyName(algorithm)
  const [problem, setProblem] = useState<string>()
  const { data, isError } = useQuery(keyFilesQuery(algorithm))
  const { register, handleSubmit, formState } = useForm({ defaultValues: { typed: '' } })

  async function remove() {
    setProblem(undefined)
    try {
      const { deletedFiles } = await client.call('deleteKey', { params: { algorithm } })
      await onDone(t('keys.deleted', { name, count: deletedFiles }))
    } catch (error) {
      // Somewhere else it was deleted first.
      if (error instanceof ApiError && error.code === 'KEY_NOT_FOUND') await onDone(t('keys.gone'))
      else setProblem(keyFailureText(error, 'keys.deleteFailed'))
    }
  }

  return (
    <FormDialog
      title={t('keys.deleteOf', { name })}
      action={t('keys.delete')}
      busyAction={t('deletion.deleting')}
      busy={formState.isSubmitting}
      disabled={!data}
      problem={problem ?? (isError && !data ? t('keys.noPreview') : undefined)}
      onSubmit={handleSubmit(remove)}
      onClose={onClose}
    >
      {data ? <LostFiles files={data} /> : <p role="status">{t('shell.loading')}</p>}
      <p className="strong">{t('deletion.cannotBeUndone')}</p>
      <TextField
        label={t('keys.typeName', { name })}
        error={formState.errors.typed?.message}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        field={register('typed', {
          validate: (typed) =>
            typed.trim().toUpperCase() === name.toUpperCase() || t('keys.nameWrong', { name }),
        })}
      />
    </FormDialog>
  )
}
