import '#web/transfers/ui/uploading-view.css'
import type { PublicRequest } from '#contract/requests/requests.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import type { RunningTransfer } from '#web/transfers/engine/transfer-state.ts'
import { Feed } from '#web/transfers/ui/progress/feed.tsx'
import { PauseButton } from '#web/transfers/ui/progress/pause-button.tsx'
import { useSpokenProgress } from '#web/transfers/ui/progress/use-spoken-progress.ts'
import { timeLeftText } from '#web/transfers/ui/sent/time-left-text.ts'
import { stepRows } from '#web/transfers/ui/step-rows.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { FocusedHeading } from '#web/ui/page/focused-heading.tsx'
import { visitOf } from './sending/visit-store.ts'

type Props = { request: PublicRequest; transfer: RunningTransfer; scanner: ServiceConfig['scanner'] }

/** The box, filling. Arrived is not done: what the server is at follows as steps. */
export function SendingView({ request, transfer, scanner }: Props) {
  const { id, requester: name, lock } = request
  const { pace, sent, percent, arrived, paused, lost, files } = transfer
  const visit = visitOf(id)
  const rows = stepRows(transfer, scanner).map(({ key, state }) => ({
    key,
    state,
    text:
      lock === 'key' && key.startsWith('step.encrypting') ? t('visit.locking', { name }) : t(key, { files }),
  }))
  const stepName = rows.find(({ state }) => state === 'now')?.text ?? t('upload.arrived')
  useSpokenProgress(transfer, stepName)
  function cancel() {
    const question = t('upload.cancelQuestion', { size: formatSize(sent) })
    if (sent === 0 || window.confirm(question)) visit.cancel()
  }
  return (
    <div className="box-page">
      <section className="box box-attach">
        <FocusedHeading className="section-title">
          {t('visit.sending', { count: files, name })}
        </FocusedHeading>
        <div className="between-ends">
          <div className="pct" aria-hidden="true">
            {percent}
            <small>%</small>
          </div>
          <div className="num arrived">
            {t('upload.bytes', { sent: formatSize(sent), total: formatSize(pace.total) })}
            <br />
            <span className="muted">{timeLeftText(transfer)}</span>
          </div>
        </div>
        <Feed transfer={transfer} step={stepName} />
        <div className="below-feed">
          <p className="small muted feed-note">{noteText(transfer)}</p>
          <div className="bar-row">
            <PauseButton transfer={transfer} engine={visit} />
            {!arrived && (
              <button type="button" className="btn btn-quiet" onClick={cancel}>
                {t('upload.cancel')}
              </button>
            )}
          </div>
        </div>
      </section>
      <section className="card card-pad">
        <h2 className="vh">{t('upload.steps')}</h2>
        <ol className="steps">
          {rows.map(({ key, state, text }) => (
            <li
              key={key}
              className={state === 'next' ? '' : state}
              aria-current={state === 'now' ? 'step' : undefined}
            >
              {state === 'done' && <Icon name="tick" className="tick" />}
              <span>{text}</span>
              <span className="small num plain">
                {key === 'step.uploading' && !arrived && !paused && !lost && pace.speed > 0
                  ? t('upload.speed', { size: formatSize(pace.speed) })
                  : ''}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

/** What the visitor has to do, if anything. */
function noteText({ arrived, paused, lost }: RunningTransfer): string {
  if (paused) return t('upload.pausedHint')
  if (lost) return t('upload.reconnecting')
  return t(arrived ? 'visit.yourPartIsDone' : 'visit.keepOpen')
}
