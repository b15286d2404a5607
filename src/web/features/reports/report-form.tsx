import './reports.css'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { isEmailAddress } from '#contract/email-address.ts'
import { type ReportReason, reportLengths } from '#contract/operations/report-reasons.ts'
import type { ReportForm as ReportFormReply, ReportReceived } from '#contract/operations/reports.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { SubmitButton } from '#web/ui/controls/button.tsx'
import { FormField, FormProblem, TextField } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { bareLink, keyOfLink, keyProblem, keyRefusal, ReportKey } from './report-key.tsx'
import { isRequestLink, reasonTexts } from './texts.ts'

export type Received = Omit<ReportReceived, 'success'>

type Values = {
  link: string
  reason: ReportReason | ''
  explanation: string
  name: string
  email: string
  goodFaith: boolean
  withKey: boolean
  key: string
}

type Props = { link: string; onSent: (report: Received, email: string, about: string) => void }

export function ReportForm({ link, onSent }: Props) {
  const title = t(isRequestLink(link) ? 'report.titleRequest' : 'report.title')
  useDocumentTitle(title)
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, watch, setValue, formState } = useForm<Values>({
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
  const { errors, isSubmitting } = formState
  const checked = useCheckedLink(bareLink(link), isRequestLink(watch('link')))
  const reason = watch('reason')
  const isNamed = reason === 'copyright'

  async function send(values: Values) {
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
        <fieldset aria-describedby={errors.reason && 'report-reason-missing'}>
          <legend>{t('report.what')}</legend>
          <div className="report-reasons">
            {Object.entries(reasonTexts).map(([value, text]) => (
              <label key={value}>
                <input
                  type="radio"
                  value={value}
                  {...register('reason', {
                    validate: (chosen) => chosen !== '' || t('report.reasonMissing'),
                  })}
                />
                {t(text)}
              </label>
            ))}
          </div>
          {errors.reason && (
            <p className="hint-bad" id="report-reason-missing">
              <Icon name="warning" />
              {errors.reason.message}
            </p>
          )}
        </fieldset>
        <FormField label={t('report.why')} hint={t('report.whyHint')} error={errors.explanation?.message}>
          {(tie) => (
            <textarea
              className="input"
              maxLength={reportLengths.explanation}
              {...tie}
              {...register('explanation', {
                validate: (text) => text.trim() !== '' || t('report.whyMissing'),
              })}
            />
          )}
        </FormField>
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
        <div className="report-pair">
          <TextField
            label={t(isNamed ? 'report.name' : 'report.nameOptional')}
            hint={isNamed ? t('report.nameShown') : undefined}
            error={errors.name?.message}
            maxLength={reportLengths.name}
            autoComplete="name"
            field={register('name', {
              validate: (name) => !isNamed || name.trim() !== '' || t('report.nameMissing'),
            })}
          />
          <TextField
            label={t(isNamed ? 'report.email' : 'report.emailOptional')}
            hint={t('report.emailHint')}
            error={errors.email?.message}
            type="email"
            autoComplete="email"
            field={register('email', {
              validate: (email) => {
                if (email.trim() === '') return !isNamed || t('report.emailMissing')
                return isEmailAddress(email.trim()) || t('code.INVALID_EMAIL')
              },
            })}
          />
        </div>
        <div>
          <label className="row-check">
            <input
              type="checkbox"
              aria-invalid={errors.goodFaith !== undefined}
              aria-describedby={errors.goodFaith && 'report-faith-missing'}
              {...register('goodFaith', { validate: (given) => given || t('report.faithMissing') })}
            />
            <span>{t('report.goodFaith')}</span>
          </label>
          {errors.goodFaith && (
            <p className="hint-bad" id="report-faith-missing">
              <Icon name="warning" />
              {errors.goodFaith.message}
            </p>
          )}
        </div>
        <FormProblem text={problem} />
        <SubmitButton busy={isSubmitting} busyText={t('report.sending')}>
          {t('report.send')}
        </SubmitButton>
      </form>
    </div>
  )
}

const knownTexts = { live: 'report.known', gone: 'report.gone', no: 'report.notOurs' } as const
const knownRequestTexts = { ...knownTexts, live: 'report.knownRequest', gone: 'report.goneRequest' } as const

/** Says whether a link is one of this service, as soon as it is left. */
function useCheckedLink(first: string, isRequest: boolean) {
  const [form, setForm] = useState<Pick<ReportFormReply, 'known' | 'endToEnd'>>()
  const known = form?.known
  const last = useRef('')
  function check(text: string) {
    const link = text.trim()
    if (link === last.current) return
    last.current = link
    setForm(undefined)
    if (link === '') return
    client.call('reportForm', { query: { link } }).then(
      (form) => {
        if (last.current === link) setForm(form)
      },
      // Sending says what is wrong.
      () => undefined,
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link of the address is checked once
  useEffect(() => check(first), [])
  const text = known && t((isRequest ? knownRequestTexts : knownTexts)[known])
  return {
    check,
    endToEnd: form?.endToEnd ?? false,
    text:
      known === 'live' ? (
        <>
          <Icon name="tick" /> {text}
        </>
      ) : (
        text
      ),
  }
}
