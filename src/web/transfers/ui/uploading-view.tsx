import './uploading-view.css'
import { useEffect, useRef } from 'react'
import { formatSize } from '../../i18n/format.ts'
import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icon.tsx'
import { announce } from '../../ui/messages/announce.tsx'
import { FocusedHeading } from '../../ui/page/focused-heading.tsx'
import { secondsLeft } from '../engine/transfer-pace.ts'
import type { RunningTransfer } from '../engine/transfer-state.ts'
import { stepRows } from './step-rows.ts'

/** Milliseconds between two announcements, at least; of several that wait the latest is made. */
const spokenApart = 5000

type Props = { transfer: RunningTransfer; scanned: boolean; onCancel: () => void }

/** The box, filling. Bytes in one bar, steps in one list; 100 % means arrived, not done. */
export function UploadingView({ transfer, scanned, onCancel }: Props) {
  const { pace, sent, percent, arrived, lost, files } = transfer
  const rows = stepRows(transfer, scanned)
  const current = rows.find(({ state }) => state === 'now')
  const stepName = current ? t(current.key, { files }) : t('upload.arrived')
  const spoken = lost ? t('upload.reconnecting') : arrived ? stepName : quarterText(percent)
  const spokenAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (spoken === '') return undefined
    const wait = Math.max(0, spokenAt.current + spokenApart - performance.now())
    const timer = setTimeout(() => {
      spokenAt.current = performance.now()
      announce(spoken)
    }, wait)
    return () => clearTimeout(timer)
  }, [spoken])
  const seconds = secondsLeft(pace)
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
            <span className="muted">
              {arrived ? t('upload.arrived') : lost ? t('upload.waiting') : timeLeft(seconds)}
            </span>
          </div>
        </div>
        <div
          className="feed"
          style={{ '--p': percent }}
          role="progressbar"
          aria-label={t('upload.progress')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={t('upload.valueText', { percent, step: stepName })}
        />
        <p className="small muted feed-note">
          {t(lost ? 'upload.reconnecting' : arrived ? 'upload.yourPartIsDone' : 'upload.keepOpen')}
        </p>
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
                {key === 'step.uploading' && !arrived && pace.speed > 0
                  ? t('upload.speed', { size: formatSize(pace.speed) })
                  : ''}
              </span>
            </li>
          ))}
        </ol>
      </section>
      {!arrived && (
        <div className="center">
          <button type="button" className="btn btn-quiet" onClick={onCancel}>
            {t('upload.cancel')}
          </button>
        </div>
      )}
    </div>
  )
}

/** Every quarter is worth a word. */
function quarterText(percent: number): string {
  const quarter = Math.floor(percent / 25) * 25
  return quarter === 0 ? '' : t('title.uploading', { percent: quarter })
}

function timeLeft(seconds: number | undefined): string {
  if (seconds === undefined) return t('upload.estimating')
  if (seconds < 60) return t('upload.secondsLeft', { seconds })
  return t('upload.minutesLeft', { minutes: Math.ceil(seconds / 60) })
}
