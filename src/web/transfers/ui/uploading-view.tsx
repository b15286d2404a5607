import type { ServiceConfig } from '#contract/service.ts'
import './uploading-view.css'
import { useEffect, useState } from 'react'
import { blockSteps } from '../../app/router/history.ts'
import { formatSize } from '../../i18n/format/format.ts'
import { formatNumber } from '../../i18n/format/format-number.ts'
import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { lazyExtra } from '../../ui/lazy/lazy-extra.ts'
import { FocusedHeading } from '../../ui/page/focused-heading.tsx'
import type { RunningTransfer } from '../engine/transfer-state.ts'
import { transfers } from '../store.ts'
import { Feed } from './progress/feed.tsx'
import { PauseButton } from './progress/pause-button.tsx'
import { useSpokenProgress } from './progress/use-spoken-progress.ts'
import { timeLeftText } from './sent/time-left-text.ts'
import { stepRows } from './step-rows.ts'

const FileProgress = lazyExtra(() => import('./file-progress.tsx'))

type Props = { transfer: RunningTransfer; scanner: ServiceConfig['scanner'] }

/** The box, filling. Bytes in one bar, steps in one list; 100 % means arrived, not done. */
export function UploadingView({ transfer, scanner }: Props) {
  const { pace, sent, percent, arrived, paused, lost, files } = transfer
  const rows = stepRows(transfer, scanner)
  const current = rows.find(({ state }) => state === 'now')
  const stepName = current ? t(current.key, { files }) : t('upload.arrived')
  const [filesShown, setFilesShown] = useState(false)
  useSpokenProgress(transfer, stepName)
  // A swipe is easily made by accident; what leads on through links is meant.
  useEffect(() => blockSteps(() => window.confirm(t('upload.goBack'))), [])
  function cancel() {
    const question = t('upload.cancelQuestion', { size: formatSize(sent) })
    if (sent === 0 || window.confirm(question)) transfers.cancel()
  }
  return (
    <div className="box-page">
      <FocusedHeading className="vh">{t('upload.uploading')}</FocusedHeading>
      <section className="box box-attach">
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
            <PauseButton transfer={transfer} engine={transfers} />
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
          {rows.map(({ key, state }) => (
            <li
              key={key}
              className={state === 'next' ? '' : state}
              aria-current={state === 'now' ? 'step' : undefined}
            >
              {state === 'done' && <Icon name="tick" className="tick" />}
              <span>{t(key, { files })}</span>
              <span className="small num plain">
                {key === 'step.uploading' && !arrived && !paused && !lost && pace.speed > 0
                  ? t('upload.speed', { size: formatSize(pace.speed) })
                  : ''}
              </span>
            </li>
          ))}
        </ol>
        {files > 1 && (
          <details
            className="fold-files"
            onToggle={(event) => event.currentTarget.open && setFilesShown(true)}
          >
            <summary>
              {t('upload.fileList')}
              <span className="val num">{formatNumber(files)}</span>
              <Icon name="chevron" />
            </summary>
            {filesShown && <FileProgress sent={sent} />}
          </details>
        )}
      </section>
    </div>
  )
}

/** What the sender has to do, if anything. */
function noteText({ arrived, paused, lost }: RunningTransfer): string {
  if (paused) return t('upload.pausedHint')
  if (lost) return t('upload.reconnecting')
  return t(arrived ? 'upload.yourPartIsDone' : 'upload.keepOpen')
}
