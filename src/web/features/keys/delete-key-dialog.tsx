import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import type { KeyAlgorithm, KeyFiles } from '#contract/accounts/keys.ts'
import { keepKnownKey } from '#web/transfers/request-keys/known-key.ts'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { untilText } from '#web/ui/lists/until-text.ts'
import { client } from '../../accounts/client.ts'
import { t } from '../../i18n/t.ts'
import { keyFilesQuery } from '../../service/queries.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { TextField } from '../../ui/forms/form-field.tsx'
import { useNow } from '../../ui/time/clock.ts'
import { keyFailureText, keyName } from './key-text.ts'

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
      if (algorithm === 'x-wing') keepKnownKey(undefined)
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
      {algorithm === 'x-wing' ? (
        <p>{t('requestKey.deleteText')}</p>
      ) : data ? (
        <LostFiles files={data} />
      ) : (
        <p role="status">{t('shell.loading')}</p>
      )}
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

const MINUTE = 60_000

/** Effect of deleting a key pair on the files that it opens. */
function LostFiles({ files: { lost, lostCount, keptCount } }: { files: KeyFiles }) {
  const now = useNow({ every: MINUTE })
  const more = lostCount - lost.length
  return (
    <div className="stack-s">
      <p>{t('keys.lost', { count: lostCount })}</p>
      {lost.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so has to be reached by keyboard
        <ul className="lost-files" tabIndex={0} aria-label={t('keys.lostFiles')}>
          {lost.map(({ id, filename, expiresAt }) => (
            <li key={id}>
              <span className="break strong">
                <WrappedName name={filename} />
              </span>{' '}
              <time className="small muted" dateTime={expiresAt}>
                {untilText('available', Date.parse(expiresAt), now)}
              </time>
            </li>
          ))}
          {more > 0 && <li>{t('keys.lostMore', { count: more })}</li>}
        </ul>
      )}
      {keptCount > 0 && <p>{t('keys.kept', { count: keptCount })}</p>}
    </div>
  )
}
