import type { PublicRequest, VisitorUploadReply } from '#contract/requests/requests.ts'
import { formatClock, formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { untilText } from '#web/ui/lists/until-text.ts'
import { FocusedHeading } from '#web/ui/page/title.tsx'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'
import { clockNow } from '#web/ui/time/clock.ts'
import { SentList } from './ask/sent-list.tsx'
import { ReportRequest } from './ask/who-asks.tsx'
import type { SentUpload } from './sending/use-request.ts'

const receivedAs = {
  key: 'visit.scannedAndLocked',
  none: 'visit.scannedOnly',
  browser: 'visit.inBrowser',
} as const

type Props = {
  request: PublicRequest
  /** The latest upload. */
  upload: VisitorUploadReply
  sent: readonly SentUpload[]
  onAddMore: () => void
}

/** The service holds the files: what arrived, and the reference to name on the phone. */
export function ReceivedView({ request, upload, sent, onAddMore }: Props) {
  const { requester: name, lock, until, state } = request
  const { fileCount, size, receivedAt, reference } = upload
  // Only this page knows the names of what it has sealed.
  const all = [upload, ...sent.filter((known) => known.reference !== reference)]
  const received = t('visit.received', {
    count: fileCount,
    size: formatSize(size),
    time: formatClock(Date.parse(receivedAt)),
  })
  return (
    <div className="box-page visit-held stack">
      <div>
        <section className="box box-attach">
          <FocusedHeading className="visit-received">
            <span className="vh">{`${received} ${t('visit.reference', { reference })}.`}</span>
            <span className="title-xl" aria-hidden="true">
              {received}
            </span>
            <span className="visit-reference" aria-hidden="true">
              {t('visit.referenceName')}
              <b className="ref">{reference}</b>
            </span>
          </FocusedHeading>
          <div className="bar-row between">
            <p className="strong">{t(receivedAs[lock], { name })}</p>
            <CopyButton value={reference} label={t('visit.copyReference')} />
          </div>
        </section>
        <SentList sent={all} title={t('visit.sent')}>
          {state === 'open' && (
            <div className="bar-row between visit-foot">
              <Button onClick={onAddMore}>
                <PanelIcon name="plus" />
                {t('visit.addMore')}
              </Button>
              <span className="small muted">{untilText('open', Date.parse(until), clockNow())}</span>
            </div>
          )}
        </SentList>
      </div>
      <p className="hint">{t('visit.mayClose', { name })}</p>
      <p className="small">
        <ReportRequest />
      </p>
    </div>
  )
}
