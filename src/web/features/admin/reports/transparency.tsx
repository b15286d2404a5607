import { useState } from 'react'
import { askFile } from '#web/accounts/ask-file.ts'
import { t } from '#web/i18n/t.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'

const DAY = 24 * 60 * 60_000

/** Saves the counts of a period: the calendar year before this one, as it is reported, unless another is chosen. */
export function Transparency() {
  const year = new Date().getUTCFullYear() - 1
  const [from, setFrom] = useState(`${year}-01-01`)
  const [to, setTo] = useState(`${year}-12-31`)
  const [save] = useSingleFlight(async (format: 'csv' | 'json') => {
    if (from === '' || to === '') return
    try {
      // Everyone means the same days by a period: those of UTC.
      const query = { from: startOf(from), to: startOf(to, DAY), format }
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
        <Button onClick={() => save('csv')}>
          <Icon name="download" />
          {t('admin.reports.exportNotices')}
        </Button>
        <Button onClick={() => save('json')}>
          <Icon name="download" />
          {t('admin.reports.exportJson')}
        </Button>
      </div>
    </section>
  )
}

function startOf(day: string, later = 0): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + later).toISOString()
}
