import { useState } from 'react'
import { askFile } from '#web/accounts/ask-file.ts'
import { t } from '#web/i18n/t.ts'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { useOneAtATime } from '#web/ui/forms/use-one-at-a-time.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'
import { spanOf } from '../queries.ts'

/** Saves the counts of a period, of the last year unless another is chosen. */
export function Transparency() {
  const today = new Date()
  const [from, setFrom] = useState(`${today.getFullYear() - 1}-${dayOf(today)}`)
  const [to, setTo] = useState(`${today.getFullYear()}-${dayOf(today)}`)
  const [save] = useOneAtATime(async (format: 'csv' | 'json') => {
    try {
      const span = spanOf({ from, to })
      if (!span.from || !span.to) return
      const query = { from: span.from, to: span.to, format }
      saveContent(await askFile('transparency', { query }))
    } catch (error) {
      showToast('error', failureWithReason(error, 'admin.audit.exportFailed'))
    }
  })
  return (
    <section className="card card-pad stack-s">
      <h2>{t('admin.reports.transparency')}</h2>
      <p className="muted small">{t('admin.reports.transparencyText')}</p>
      <div className="bar-row list-tools">
        <FormField label={t('admin.reports.from')}>
          {(tie) => (
            <input
              className="input"
              type="date"
              value={from}
              {...tie}
              onChange={({ target }) => setFrom(target.value)}
            />
          )}
        </FormField>
        <FormField label={t('admin.reports.to')}>
          {(tie) => (
            <input
              className="input"
              type="date"
              value={to}
              {...tie}
              onChange={({ target }) => setTo(target.value)}
            />
          )}
        </FormField>
      </div>
      <div className="bar-row">
        <button type="button" className="btn btn-line" onClick={() => save('csv')}>
          <Icon name="download" />
          {t('admin.audit.exportCsv')}
        </button>
        <button type="button" className="btn btn-line" onClick={() => save('json')}>
          <Icon name="download" />
          {t('admin.reports.exportJson')}
        </button>
      </div>
    </section>
  )
}

function dayOf(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
