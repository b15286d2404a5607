import { type SubmitEventHandler, useState } from 'react'
import { reportLengths } from '#contract/operations/report-reasons.ts'
import { formatDate } from '#web/i18n/format/format-date.ts'
import { t } from '#web/i18n/t.ts'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { useOneAtATime } from '#web/ui/forms/use-one-at-a-time.ts'
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
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [send, busy] = useOneAtATime(async () => {
    try {
      await onObject(text)
    } catch (error) {
      setProblem(failureText(error, 'report.notObjected'))
    }
  })
  if (appealedAt !== null)
    return (
      <section className="card card-pad">
        <p role="status">{t('report.objected')}</p>
      </section>
    )
  if (objectUntil === null) return null
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    if (text.trim() !== '') send()
    else setProblem(t('report.whyMissing'))
  }
  return (
    <section className="card card-pad stack-s">
      <h2>{t('report.disagree')}</h2>
      <p className="muted">{t('report.objectUntil', { date: formatDate(Date.parse(objectUntil)) })}</p>
      {open ? (
        <form noValidate className="stack-s" onSubmit={submit}>
          <FormField label={t('report.whyWrong')} error={problem}>
            {(tie) => (
              <textarea
                className="input"
                // biome-ignore lint/a11y/noAutofocus: it was asked for a moment ago
                autoFocus
                maxLength={reportLengths.explanation}
                value={text}
                {...tie}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </FormField>
          <div>
            <button type="submit" className="btn btn-primary" aria-disabled={busy || undefined}>
              {t('report.sendObjection')}
            </button>
          </div>
        </form>
      ) : (
        <div>
          <button type="button" className="btn btn-line" onClick={() => setOpen(true)}>
            {t('report.object')}
          </button>
        </div>
      )}
    </section>
  )
}
