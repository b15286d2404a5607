import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { reportLengths } from '#contract/operations/report-reasons.ts'
import { formatDate } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FocusedText, FormField } from '#web/ui/forms/form-field.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'

type Props = {
  objectUntil: string | null
  appealedAt: string | null
  /** Sends the objection; throws to say why not. */
  onObject: (text: string) => Promise<void>
}

/** Opens one field in place. */
export function Objection({ objectUntil, appealedAt, onObject }: Props) {
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState(false)
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { text: '' } })

  async function send({ text }: { text: string }) {
    try {
      await onObject(text)
      setSent(true)
    } catch (error) {
      setError('text', { message: failureText(error, 'report.notObjected') }, { shouldFocus: true })
    }
  }

  if (sent || appealedAt !== null)
    return (
      <section className="card card-pad">
        {sent ? <FocusedText>{t('report.objected')}</FocusedText> : <p>{t('report.objected')}</p>}
      </section>
    )
  if (objectUntil === null) return null
  return (
    <section className="card card-pad stack-s">
      <h2>{t('report.disagree')}</h2>
      <p className="muted">{t('report.objectUntil', { date: formatDate(Date.parse(objectUntil)) })}</p>
      {open ? (
        <form noValidate className="stack-s" onSubmit={handleSubmit(send)}>
          <FormField label={t('report.whyWrong')} error={formState.errors.text?.message}>
            {(tie) => (
              <textarea
                className="input"
                // biome-ignore lint/a11y/noAutofocus: it was asked for a moment ago
                autoFocus
                maxLength={reportLengths.explanation}
                {...tie}
                {...register('text', { validate: (text) => text.trim() !== '' || t('report.whyMissing') })}
              />
            )}
          </FormField>
          <div>
            <Button
              type="submit"
              variant="primary"
              busy={formState.isSubmitting}
              busyText={t('report.sending')}
            >
              {t('report.sendObjection')}
            </Button>
          </div>
        </form>
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>{t('report.object')}</Button>
        </div>
      )}
    </section>
  )
}
