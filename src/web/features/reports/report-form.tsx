import './reports.css'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ReportReceived } from '#contract/operations/reports.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { FormProblem, TextField } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import {
  type Draft,
  ExplanationField,
  GoodFaithField,
  ReasonField,
  ReporterFields,
} from './report-fields.tsx'
import { bareLink, keyOfLink, keyProblem, keyRefusal, ReportKey } from './report-key.tsx'
import { isRequestLink } from './texts.ts'
import { useCheckedLink } from './use-checked-link.tsx'

export type Received = Omit<ReportReceived, 'success'>

type Props = { link: string; onSent: (report: Received, email: string, about: string) => void }

export function ReportForm({ link, onSent }: Props) {
  const title = t(isRequestLink(link) ? 'report.titleRequest' : 'report.title')
  useDocumentTitle(title)
  const [problem, setProblem] = useState<string>()
  const form = useForm<Draft>({
    defaultValues: {
      link: bareLink(link),
      reason: '',
      explanation: '',
      name: '',
      email: '',
      goodFaith: false,
      withKey: false,
      key: keyOfLink(link) ?? '',
    },
  })
  const { register, handleSubmit, watch, setValue } = form
  const { errors, isSubmitting } = form.formState
  const checked = useCheckedLink(bareLink(link), isRequestLink(watch('link')))

  async function send(values: Draft) {
    setProblem(undefined)
    if (values.reason === '') return
    const [name, email] = [values.name.trim(), values.email.trim()]
    try {
      const about = bareLink(values.link)
      // A token of its own for what is sent: that of the page may be an hour old.
      const { formToken } = await client.call('reportForm', { query: { link: about } })
      const report = await client.call('createReport', {
        body: {
          link: about,
          reason: values.reason,
          explanation: values.explanation,
          goodFaith: true,
          formToken,
          ...(name && { name }),
          ...(email && { email }),
          ...(checked.endToEnd && values.withKey && { key: values.key.trim() }),
        },
      })
      onSent(report, email, about)
    } catch (error) {
      setProblem(keyRefusal(error, values) ?? failureText(error, 'report.notSent'))
    }
  }

  const linkField = register('link', { validate: (text) => text.trim() !== '' || t('report.linkMissing') })
  return (
    <div className="report-page">
      <div>
        <h1>{title}</h1>
        <p className="muted tight-above">{t('report.lead')}</p>
      </div>
      <p className="note">
        <Icon name="warning" />
        <span>
          <b>{t('report.danger')}</b> {t('report.dangerCall')}
        </span>
      </p>
      <form className="card card-pad stack" noValidate aria-label={title} onSubmit={handleSubmit(send)}>
        <TextField
          label={t('report.link')}
          hint={checked.text}
          error={errors.link?.message}
          type="url"
          inputMode="url"
          field={{
            ...linkField,
            async onBlur(event: { target: { value: string } }) {
              const key = keyOfLink(event.target.value)
              // The key of a pasted link stays here, for the switch.
              if (key) setValue('key', key)
              setValue('link', bareLink(event.target.value))
              checked.check(bareLink(event.target.value))
              return linkField.onBlur(event)
            },
          }}
        />
        <ReasonField form={form} />
        <ExplanationField form={form} />
        {checked.endToEnd && (
          <ReportKey
            isIncluded={watch('withKey')}
            include={register('withKey')}
            field={register('key', {
              validate: (key, { withKey }) => !withKey || (keyProblem(key) ?? true),
            })}
            error={errors.key?.message}
          />
        )}
        <ReporterFields form={form} />
        <GoodFaithField form={form} />
        <FormProblem text={problem} />
        <SubmitButton busy={isSubmitting} busyText={t('report.sending')}>
          {t('report.send')}
        </SubmitButton>
      </form>
    </div>
  )
}
