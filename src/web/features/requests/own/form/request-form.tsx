import '../requests.css'
import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { requestLimits } from '#contract/requests/request-limits.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Fold } from '#web/ui/facts/fold.tsx'
import { FormField, FormProblem, TextField } from '#web/ui/forms/form-field.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { namesIn, type RequestDraft } from './request-draft.ts'
import { RequestPreview } from './request-preview.tsx'
import { TimeFields } from './time-fields.tsx'
import { UploadFields, uploadsText } from './upload-fields.tsx'
import { AskFields, PasswordFields } from './visitor-fields.tsx'

type RequestFormProps = {
  label: string
  config: ServiceConfig
  /** Initial values of the form. */
  start: RequestDraft
  /** In ms since 1970; what may be chosen counts from it. */
  now: number
  hasPassword: boolean
  isNew: boolean
  action: string
  busyAction: string
  /** Address that Cancel leads to. */
  back: string
  /** Choice of who can open received files. */
  lock: (form: UseFormReturn<RequestDraft>) => ReactNode
  /** Resolves with why it failed. */
  onSave: (draft: RequestDraft) => Promise<string | undefined>
}

/** The form of a request: four decisions are open, the rest are folds that say what they hold. */
export function RequestForm({
  label,
  config,
  start,
  now,
  hasPassword,
  isNew,
  lock,
  onSave,
  ...acts
}: RequestFormProps) {
  const [problem, setProblem] = useState<string>()
  const form = useForm<RequestDraft>({ defaultValues: start })
  const { register, control, formState } = form
  const { errors } = formState
  const draft = useWatch({ control, compute: (values: RequestDraft) => values })
  const checklist = namesIn(draft.checklist)
  const asks = [
    draft.askName && t('requests.askName'),
    draft.lock !== 'browser' &&
      draft.askEmail &&
      t(draft.askCode ? 'requests.askEmailConfirmed' : 'requests.askEmail'),
  ].filter((text) => text !== false)
  const password = draft.removePassword
    ? t('requests.noPassword')
    : draft.password !== '' || hasPassword
      ? t('requests.passwordSet')
      : t('requests.noPassword')

  return (
    <div className="make">
      <form
        className="card make-form"
        aria-label={label}
        noValidate
        onSubmit={form.handleSubmit(async (values) => {
          setProblem(undefined)
          setProblem(await onSave(values))
        })}
      >
        <div className="make-open">
          <TextField
            label={t('requests.what')}
            maxLength={requestLimits.title}
            autoComplete="off"
            error={errors.title?.message}
            field={register('title', {
              validate: (title) => title.trim() !== '' || t('requests.titleMissing'),
            })}
          />
          <FormField label={t('requests.instructions')} hint={t('requests.instructionsHint')}>
            {(tie) => (
              <textarea
                className="input"
                rows={4}
                maxLength={requestLimits.instructions}
                {...tie}
                {...register('instructions')}
              />
            )}
          </FormField>
          <TimeFields form={form} config={config} now={now} />
          {lock(form)}
        </div>
        <Fold
          title={t('requests.checklist')}
          value={
            checklist.length === 0
              ? t('requests.noChecklist')
              : t('requests.documents', { count: checklist.length })
          }
          open={errors.checklist !== undefined}
        >
          <FormField
            label={t('requests.checklistLines', { count: requestLimits.checklist })}
            error={errors.checklist?.message}
          >
            {(tie) => (
              <textarea
                className="input"
                rows={6}
                {...tie}
                {...register('checklist', { validate: checklistProblem })}
              />
            )}
          </FormField>
        </Fold>
        <Fold title={t('requests.uploadsTitle')} value={uploadsText(draft)} open={hasUploadError(errors)}>
          <UploadFields form={form} config={config} isNew={isNew} />
        </Fold>
        <Fold
          title={t('requests.askFor')}
          value={asks.length === 0 ? t('requests.askNothing') : asks.join(', ')}
        >
          <AskFields form={form} mayMail={config.mailServer} />
        </Fold>
        <Fold title={t('requests.password')} value={password} open={errors.password !== undefined}>
          <PasswordFields form={form} config={config} hasPassword={hasPassword} />
        </Fold>
        <div className="make-acts">
          <FormProblem text={problem} />
          <div className="bar-row">
            <Button
              type="submit"
              variant="primary"
              large
              busy={formState.isSubmitting}
              busyText={acts.busyAction}
            >
              {acts.action}
            </Button>
            <Link className="btn btn-quiet" to={acts.back}>
              {t('confirm.cancel')}
            </Link>
          </div>
        </div>
      </form>
      <RequestPreview draft={draft} checklist={checklist} />
    </div>
  )
}

function checklistProblem(text: string): true | string {
  const names = namesIn(text)
  if (names.length > requestLimits.checklist)
    return t('requests.checklistTooLong', { count: requestLimits.checklist })
  const long = names.some((name) => name.length > requestLimits.checklistItem)
  return !long || t('requests.checklistItemTooLong', { count: requestLimits.checklistItem })
}

function hasUploadError({ uploadsLimit, ownTypes }: { uploadsLimit?: unknown; ownTypes?: unknown }): boolean {
  return uploadsLimit !== undefined || ownTypes !== undefined
}
