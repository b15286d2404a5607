import './reports.css'
import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { defineSearch } from '#web/router/search.ts'
import { useSearch } from '#web/router/use-search.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { FocusedHeading, useDocumentTitle } from '#web/ui/page/title.tsx'
import { CopyField } from '#web/ui/sharing/copy-field.tsx'
import { ConfirmAddress } from './confirm-address.tsx'
import { type Received, ReportForm } from './report-form.tsx'
import { Steps } from './steps.tsx'
import { isRequestLink } from './texts.ts'

const reportSearch = defineSearch((query) => ({ link: query.text('link') }))

/** Reports a transfer or a file request, by anyone. */
export default function ReportPage() {
  const [{ link }] = useSearch(reportSearch)
  const [received, setReceived] = useState<{ report: Received; email: string; about: string }>()
  return received ? (
    <ReceivedReport {...received} />
  ) : (
    <ReportForm link={link} onSent={(report, email, about) => setReceived({ report, email, about })} />
  )
}

type Props = {
  report: Received
  email: string
  /** The link that was reported. */
  about: string
}

/** Shown after a report: its number, the code for the address, the link to follow it, and the next steps. */
function ReceivedReport({ report, email, about }: Props) {
  useDocumentTitle(t('report.received'))
  const links = useShownLinks()
  const [confirmed, setConfirmed] = useState(false)
  const isRequest = isRequestLink(about)
  const { number, followToken, dueAt, gone, codeSent } = report
  return (
    <div className="report-page">
      <section className="card card-pad stack-s">
        <FocusedHeading>
          {t('report.received')}
          <br />
          <span className="report-number num">{number}</span>
        </FocusedHeading>
        {gone && <p>{t(isRequest ? 'report.goneRequest' : 'report.gone')}</p>}
        {codeSent && (
          <ConfirmAddress
            number={number}
            token={followToken}
            email={email}
            onConfirmed={() => setConfirmed(true)}
          />
        )}
        {email !== '' && !codeSent && <p>{t('report.noCode', { email })}</p>}
      </section>
      <section className="card card-pad stack-s">
        <h2>{t('report.follow')}</h2>
        <CopyField value={links.to(`/report/${number}#${followToken}`)} label={t('report.followLink')} />
        <p className="hint">{t('report.keepLink')}</p>
      </section>
      <section className="card card-pad stack-s">
        <h2>{t('report.next')}</h2>
        <Steps
          receivedAt={Date.now()}
          disabledAt={null}
          dueAt={Date.parse(dueAt)}
          decision={null}
          isRequest={isRequest}
          confirmed={confirmed}
        />
      </section>
    </div>
  )
}
