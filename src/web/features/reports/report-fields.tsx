import type { UseFormReturn } from 'react-hook-form'
import { isEmailAddress } from '#contract/email-address.ts'
import { type ReportReason, reportLengths } from '#contract/operations/report-reasons.ts'
import { t } from '#web/i18n/t.ts'
import { FieldError, FormField, TextField } from '#web/ui/forms/form-field.tsx'
import { reasonTexts } from './texts.ts'

/** The report as it is filled in. */
export type Draft = {
  link: string
  reason: ReportReason | ''
  explanation: string
  name: string
  email: string
  goodFaith: boolean
  withKey: boolean
  key: string
}

type Props = { form: Pick<UseFormReturn<Draft>, 'register' | 'watch' | 'formState'> }

/** The reason, one of a list. */
export function ReasonField({ form: { register, formState } }: Props) {
  const problem = formState.errors.reason?.message
  return (
    <fieldset aria-describedby={problem && 'report-reason-missing'}>
      <legend>{t('report.what')}</legend>
      <div className="report-reasons">
        {Object.entries(reasonTexts).map(([value, text]) => (
          <label key={value}>
            <input
              type="radio"
              value={value}
              {...register('reason', { validate: (chosen) => chosen !== '' || t('report.reasonMissing') })}
            />
            {t(text)}
          </label>
        ))}
      </div>
      {problem && <FieldError id="report-reason-missing">{problem}</FieldError>}
    </fieldset>
  )
}

export function ExplanationField({ form: { register, formState } }: Props) {
  return (
    <FormField
      label={t('report.why')}
      hint={t('report.whyHint')}
      error={formState.errors.explanation?.message}
    >
      {(tie) => (
        <textarea
          className="input"
          maxLength={reportLengths.explanation}
          {...tie}
          {...register('explanation', { validate: (text) => text.trim() !== '' || t('report.whyMissing') })}
        />
      )}
    </FormField>
  )
}

/** The reporter: only a report of copyright needs a name and an address. */
export function ReporterFields({ form: { register, watch, formState } }: Props) {
  const { errors } = formState
  const isNamed = watch('reason') === 'copyright'
  return (
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
  )
}

/** The declaration that the report is made in good faith. */
export function GoodFaithField({ form: { register, formState } }: Props) {
  const problem = formState.errors.goodFaith?.message
  return (
    <div>
      <label className="row-check">
        <input
          type="checkbox"
          aria-invalid={problem !== undefined}
          aria-describedby={problem && 'report-faith-missing'}
          {...register('goodFaith', { validate: (given) => given || t('report.faithMissing') })}
        />
        <span>{t('report.goodFaith')}</span>
      </label>
      {problem && <FieldError id="report-faith-missing">{problem}</FieldError>}
    </div>
  )
}
