import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type UseFormRegisterReturn, useForm, useWatch } from 'react-hook-form'
import type { Contact } from '#contract/accounts/contacts.ts'
import type { OwnFile } from '#contract/transfers/files.ts'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { client } from '../../accounts/client.ts'
import { useSession } from '../../accounts/session.ts'
import { formatSize } from '../../i18n/format/format.ts'
import { shownName } from '../../i18n/format/shown-name.ts'
import { ownTimeZone, spokenLanguage } from '../../i18n/language.ts'
import { t } from '../../i18n/t.ts'
import { paths } from '../../router/paths.ts'
import { filesQuery } from '../../service/queries.ts'
import { useServiceConfig } from '../../service/service-config.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { FieldError, FormField, TextField } from '../../ui/forms/form-field.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { failureWithReason } from '../../ui/messages/failure-text.ts'
import { showToast } from '../../ui/messages/toast.ts'
import { Link } from '../../ui/page/link.tsx'

type Draft = { fileId: string; message: string; senderName: string }

/** How many files are offered at a time; a search brings others. */
const offered = 8

/** Mails the link of one of the account's files to a contact. */
export function ShareFile({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const session = useSession()
  const { limits, mailServer } = useServiceConfig()
  const [search, setSearch] = useState('')
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, control, formState } = useForm<Draft>({
    defaultValues: {
      fileId: '',
      message: '',
      senderName: session.status === 'user' ? session.user.username : '',
    },
  })
  const { errors, isSubmitting } = formState
  const { data, isError } = useQuery({
    ...filesQuery({ search, pageSize: offered }),
    placeholderData: keepPreviousData,
  })
  const message = useWatch({ control, name: 'message' })

  async function send({ fileId, message: text, senderName }: Draft) {
    setProblem(undefined)
    const file = data?.files.find(({ id }) => id === fileId)
    if (!file) return setProblem(t('contacts.fileMissing'))
    try {
      await client.call('sendEmail', {
        body: {
          recipientEmail: contact.email,
          downloadLink: file.downloadUrl,
          language: spokenLanguage(),
          timeZone: ownTimeZone(),
          fileInfo: `${shownName(file)} (${formatSize(file.size)})`,
          ...(text.trim() !== '' && { customMessage: text }),
          ...(senderName.trim() !== '' && { senderName }),
        },
      })
    } catch (error) {
      return setProblem(failureWithReason(error, 'contacts.shareFailed'))
    }
    onClose()
    if (mailServer) showToast('success', t('contacts.shared', { file: shownName(file), name: contact.name }))
    else showToast('plain', t('mail.off'))
  }

  const hasNone = data?.total === 0 && search === ''
  return (
    <FormDialog
      title={t('contacts.share', { name: contact.name })}
      action={t('contacts.send')}
      busyAction={t('contacts.sending')}
      busy={isSubmitting}
      disabled={hasNone}
      problem={problem ?? (isError && !data ? t('portal.problem') : undefined)}
      onSubmit={handleSubmit(send)}
      onClose={onClose}
    >
      {!mailServer && <p className="note">{t('mail.off')}</p>}
      <p className="muted break">{t('contacts.shareWith', { email: contact.email })}</p>
      {hasNone ? (
        <p>
          {t('files.none')} <Link to={paths.home}>{t('files.uploadFirst')}</Link>
        </p>
      ) : (
        <>
          <SearchField label={t('files.search')} search={search} onSearch={setSearch} />
          <FileChoice
            files={data?.files}
            error={errors.fileId?.message}
            field={register('fileId', { required: t('contacts.fileMissing') })}
          />
          <FormField
            label={t('contacts.message')}
            hint={t('contacts.counter', { length: message.length, most: limits.emailMessage })}
          >
            {(tie) => (
              <textarea className="input" maxLength={limits.emailMessage} {...tie} {...register('message')} />
            )}
          </FormField>
          <TextField
            label={t('mail.senderName')}
            error={errors.senderName?.message}
            autoComplete="name"
            maxLength={limits.senderName}
            field={register('senderName')}
          />
        </>
      )}
    </FormDialog>
  )
}

type Props = {
  /** Undefined until they have come. */
  files: readonly OwnFile[] | undefined
  error: string | undefined
  /** Result of the form's `register` for this choice. */
  field: UseFormRegisterReturn
}

/** One of several files. */
function FileChoice({ files, error, field }: Props) {
  const id = useId()
  return (
    <fieldset className="field" aria-busy={!files} aria-describedby={error && id}>
      <legend>{t('contacts.file')}</legend>
      {files?.length === 0 && <p className="muted">{t('files.noMatch')}</p>}
      <div className="file-choice">
        {files?.map((file) => (
          <label key={file.id} className="row-check">
            <input type="radio" value={file.id} {...field} />
            <span className="break">
              <WrappedName name={shownName(file)} />{' '}
              <span className="muted nowrap">{formatSize(file.size)}</span>
              {file.receipt.openedBy.every((who) => who === 'owner') && (
                <span className="small muted"> {t('receipt.onlyYou')}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}
