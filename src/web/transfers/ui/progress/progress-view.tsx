import './progress-view.css'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { RetryButton } from '#web/ui/controls/retry-button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import type { Engine } from '../../engine/engine.ts'
import type { RunningTransfer } from '../../engine/state/transfer-state.ts'
import { PauseButton, ProgressBar } from './progress-bar.tsx'
import { stepRows, timeLeftText } from './progress-text.ts'

type Props = {
  transfer: RunningTransfer
  scanner: ServiceConfig['scanner']
  engine: Pick<Engine<unknown>, 'pause' | 'resume' | 'tryNow' | 'cancel'>
  heading: ReactNode
  /** Instructions while bytes are being sent, and after they have arrived. */
  says: { readonly leaving: string; readonly arrived: string }
  /** Leads the box, before a smaller progress. */
  leading?: ReactNode
  /** Overrides the text of a step; undefined keeps the usual one. */
  stepText?: (key: TextKey) => string | undefined
  /** Below the steps. */
  children?: ReactNode
}

/** The box, filling. Bytes in one bar, steps in one list; 100 % means arrived, not done. */
export function ProgressView({
  transfer,
  scanner,
  engine,
  heading,
  says,
  leading,
  stepText,
  children,
}: Props) {
  const { pace, sent, percent, arrived, paused, lost, files } = transfer
  const rows = stepRows(transfer, scanner).map(({ key, state }) => ({
    key,
    state,
    text: stepText?.(key) ?? t(key, { files }),
  }))
  const stepName = rows.find(({ state }) => state === 'now')?.text ?? t('upload.arrived')
  useSpokenProgress(transfer, stepName)
  function cancel() {
    const question = t('upload.cancelQuestion', { size: formatSize(sent) })
    if (sent === 0 || window.confirm(question)) engine.cancel()
  }
  return (
    <div className="box-page">
      <section className="box box-attach">
        {heading}
        {leading}
        {leading ? (
          <div className="remain num">
            <span>{t('title.uploading', { percent })}</span>
            <span>{timeLeftText(transfer)}</span>
          </div>
        ) : (
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
        )}
        <ProgressBar transfer={transfer} step={stepName} slim={leading !== undefined} />
        <div className="below-feed">
          <p className="small muted feed-note">{noteText(transfer, says)}</p>
          <div className="bar-row">
            {lost && <RetryButton text={t('upload.tryNow')} onRetry={engine.tryNow} />}
            <PauseButton transfer={transfer} engine={engine} />
            {!arrived && (
              <Button variant="quiet" onClick={cancel}>
                {t('upload.cancel')}
              </Button>
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
        {children}
      </section>
    </div>
  )
}

function noteText({ arrived, paused, lost, here }: RunningTransfer, says: Props['says']): string {
  if (here && !arrived && !lost) return t('sealing.onlyHere')
  if (paused) return t('upload.pausedHint')
  if (lost) return t('upload.reconnecting')
  return arrived ? says.arrived : says.leaving
}

/** Milliseconds between two announcements, at least; of several that wait the latest is made. */
const spokenApart = 5000

/** Announces the steps of an upload to screen readers, and every quarter of its bytes. */
function useSpokenProgress({ percent, arrived, paused, lost }: RunningTransfer, step: string): void {
  const spoken = paused
    ? t('upload.paused')
    : lost
      ? t('upload.reconnecting')
      : arrived
        ? step
        : quarterText(percent)
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
}

/** Every quarter is worth a word. */
function quarterText(percent: number): string {
  const quarter = Math.floor(percent / 25) * 25
  return quarter === 0 ? '' : t('title.uploading', { percent: quarter })
}
