import './reports.css'
import { useState } from 'react'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { useLocation } from '#web/router/location.ts'
import { paths } from '#web/router/paths.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { FormProblem } from '#web/ui/forms/form-field.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { Link } from '#web/ui/page/link.tsx'
import { FocusedHeading, useDocumentTitle } from '#web/ui/page/title.tsx'

/** Page of the link in the operator's mail: one button, which disables the transfer and does nothing else. */
export default function ModeratePage() {
  const token = useLocation().hash.slice(1)
  const [number, setNumber] = useState<string>()
  const [problem, setProblem] = useState<string>()
  useDocumentTitle(t('report.disableTitle'))
  const [disable, busy] = useSingleFlight(async () => {
    try {
      setNumber((await client.call('moderate', { params: { token } })).number)
      setProblem(undefined)
    } catch (error) {
      setProblem(failureText(error, 'report.notDisabled'))
    }
  })
  return (
    <div className="report-page">
      <section className="card card-pad stack">
        {number === undefined ? (
          <>
            <h1>{t('report.disableTitle')}</h1>
            <p>{t('report.disableText')}</p>
            <FormProblem text={problem} />
            <Button variant="primary" large wide busy={busy} onClick={() => disable()}>
              {t('report.disableAction')}
            </Button>
          </>
        ) : (
          <>
            <FocusedHeading>{t('report.disabledNow')}</FocusedHeading>
            <p>{t('report.disabledText')}</p>
            <Link
              className="btn btn-line btn-wide"
              to={{ pathname: paths.admin, search: `tab=reports&case=${number}` }}
            >
              {t('report.openCase', { number })}
            </Link>
          </>
        )}
      </section>
    </div>
  )
}
